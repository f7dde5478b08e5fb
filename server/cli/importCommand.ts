import cliProgress from 'cli-progress'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { recordsRead, type ImportReport } from './importReport.ts'

/** How many refusals are printed for people before "and N more"; `--json` has them all. */
const shownRefusals = 20

type SizedFile = { path: string; size: number }

type Progress = {
  /** Told how many more bytes of the files were read. */
  onBytes: (bytes: number) => void
  onReport: (report: ImportReport) => void
}

type FileImport<File extends SizedFile, Format extends string, Report extends ImportReport> = {
  /** @throws an Error with one sentence when a path does not exist */
  files: (paths: readonly string[]) => Promise<File[]>
  /** What the files are, as in "There is no … among what was named." */
  kind: string
  isFormat: (word: string) => word is Format
  /** The sentence that names the formats; it stands in the reason of every record whose format is not recognized. */
  formatList: string
  take: (files: File[], format: Format | null, progress: Progress) => Promise<Report>
}

/** An import from files and folders, whose format may be named: what is read is shown on the way and told at the end. */
export async function importFromFiles<
  File extends SizedFile,
  Format extends string,
  Report extends ImportReport,
>(
  args: readonly string[],
  context: CommandContext,
  { files: list, kind, isFormat, formatList, take }: FileImport<File, Format, Report>,
): Promise<Report> {
  const { words, format } = takeFormat(args, isFormat, formatList)
  const files = await findFiles(words, list, kind)
  const progress = showBytes(
    files.reduce((sum, { size }) => sum + size, 0),
    context,
  )
  let report: Report
  try {
    report = await take(files, format, progress)
  } finally {
    progress.stop()
  }
  requireRecords(report)
  if (
    report.refused === recordsRead(report) &&
    report.refusals.every(({ reason }) => reason.includes(formatList))
  ) {
    throw new CommandError(`The format is not recognized. ${formatList}`)
  }
  printReport(report, context)
  return report
}

/** `--format NAME` may stand anywhere; null where it is not given. */
function takeFormat<Format extends string>(
  args: readonly string[],
  isFormat: (word: string) => word is Format,
  formatList: string,
): { words: string[]; format: Format | null } {
  const words: string[] = []
  let format: Format | null = null
  const rest = args.flatMap((arg) =>
    arg.startsWith('--format=') ? ['--format', arg.slice('--format='.length)] : [arg],
  )
  for (let place = 0; place < rest.length; place += 1) {
    const arg = rest[place] ?? ''
    if (arg === '--format') {
      place += 1
      const word = rest[place] ?? ''
      if (!isFormat(word)) throw new UsageError(`"${word}" is not a format. ${formatList}`)
      format = word
    } else {
      words.push(arg)
    }
  }
  return { words, format }
}

/** The files among what was named, of which there must be one at least; see `FileImport` for `list` and `kind`. */
export async function findFiles<File extends SizedFile>(
  paths: readonly string[],
  list: (paths: readonly string[]) => Promise<File[]>,
  kind: string,
): Promise<File[]> {
  const option = paths.find((word) => word.startsWith('--'))
  if (option) throw new UsageError(`There is no option ${option}.`)
  if (paths.length === 0) throw new UsageError('Name at least one file or folder.')
  const files = await list(paths).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  if (files.length === 0) throw new CommandError(`There is no ${kind} among what was named.`)
  return files
}

export function requireRecords(report: ImportReport): void {
  if (recordsRead(report) === 0) throw new CommandError('There is no record in what was named.')
}

/** A bar on a terminal; elsewhere a line at every tenth, on standard error, so that --json stays one document. */
function showBytes(total: number, { json }: CommandContext): Progress & { stop: () => void } {
  let bytes = 0
  let tenths = 0
  const bar = terminalBar('Importing {bar} {percentage}% | {records} records | {eta_formatted} left')
  bar?.start(Math.max(total, 1), 0, { records: 0 })
  return {
    onBytes: (more) => {
      bytes += more
      bar?.update(Math.min(bytes, total))
    },
    onReport: (report) => {
      const records = recordsRead(report)
      bar?.update(Math.min(bytes, total), { records })
      const done = total > 0 ? Math.floor((10 * bytes) / total) : 10
      if (!bar && !json && done > tenths) process.stderr.write(`${done * 10} % read, ${records} records\n`)
      tenths = Math.max(tenths, done)
    },
    stop: () => {
      bar?.stop()
    },
  }
}

/** A bar for whoever watches, or null where nobody does. */
export function terminalBar(format: string): cliProgress.SingleBar | null {
  if (!process.stderr.isTTY) return null
  return new cliProgress.SingleBar(
    { format, hideCursor: true, stream: process.stderr },
    cliProgress.Presets.shades_classic,
  )
}

export function printReport(report: ImportReport, { print }: CommandContext): void {
  const { inserted, updated, unchanged, refused, refusals, notes, seconds } = report
  print(
    `${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${refused} refused in ${seconds.toFixed(1)} s`,
  )
  for (const { file, record, reason } of refusals.slice(0, shownRefusals)) {
    print(`  refused: ${file}, ${record}: ${reason}`)
  }
  if (refusals.length > shownRefusals) {
    print(`  and ${refusals.length - shownRefusals} more; --json lists them all`)
  }
  const [first] = notes
  if (first) {
    print(
      `  ${notes.length} of the unchanged: another source keeps the bill. The first: ${first.file}, ${first.record}: ${first.reason}`,
    )
  }
}
