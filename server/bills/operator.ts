import cliProgress from 'cli-progress'
import { CommandError, UsageError, type Command, type CommandContext } from '../kit/command.ts'
import { billRecords, formatList, sourceFiles } from '../sources/files.ts'
import { billFormats, isBillFormat } from '../sources/formats.ts'
import { importBills, type ImportReport } from './import.ts'

const usage = `FILE… [--format ${billFormats.join('|')}]`
const about = 'Takes public records of bills in: files, folders, .gz, JSON lines, JSON or XML.'

/** `import bills` and `bills import` are one command. */
export const commands: Command[] = [
  { words: ['import', 'bills'], usage, about, run: importBillsCommand },
  { words: ['bills', 'import'], usage, about, run: importBillsCommand },
]

/** How many refusals are printed for people before "and N more"; `--json` has them all. */
const shownRefusals = 20

export async function importBillsCommand(args: string[], context: CommandContext): Promise<ImportReport> {
  const { paths, format } = readImportArguments(args, isBillFormat, formatList)
  const files = await sourceFiles(paths).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  if (files.length === 0) throw new CommandError('There is no JSON or XML file among what was named.')
  const progress = progressOf(
    files.reduce((sum, { size }) => sum + size, 0),
    context,
  )
  let report: ImportReport
  try {
    report = await importBills(context.db, billRecords(files, format, progress.onBytes), progress.onReport)
  } finally {
    progress.stop()
  }
  const read = report.inserted + report.updated + report.unchanged + report.refused
  if (read === 0) throw new CommandError('There is no record in what was named.')
  if (report.refused === read && report.refusals.every(({ reason }) => reason.includes(formatList))) {
    throw new CommandError(`The format is not recognised. ${formatList}`)
  }
  printReport(report, context)
  return report
}

/** The files, folders and the format that an import is called with. */
export function readImportArguments<Format extends string>(
  args: readonly string[],
  isFormat: (word: string) => word is Format,
  formats: string,
): { paths: string[]; format: Format | null } {
  const paths: string[] = []
  let format: Format | null = null
  const rest = args.flatMap((arg) =>
    arg.startsWith('--format=') ? ['--format', arg.slice('--format='.length)] : [arg],
  )
  for (let place = 0; place < rest.length; place += 1) {
    const arg = rest[place] ?? ''
    if (arg === '--format') {
      place += 1
      const word = rest[place] ?? ''
      if (!isFormat(word)) throw new UsageError(`"${word}" is not a format. ${formats}`)
      format = word
    } else if (arg.startsWith('--')) {
      throw new UsageError(`There is no option ${arg}.`)
    } else {
      paths.push(arg)
    }
  }
  if (paths.length === 0) throw new UsageError('Name at least one file or folder.')
  return { paths, format }
}

/** A bar on a terminal; elsewhere a line at every tenth, on standard error, so that --json stays one document. */
export function progressOf(total: number, { json }: CommandContext) {
  let bytes = 0
  let tenths = 0
  const bar = process.stderr.isTTY
    ? new cliProgress.SingleBar(
        {
          format: 'Importing {bar} {percentage}% | {records} records | {eta_formatted} left',
          hideCursor: true,
          stream: process.stderr,
        },
        cliProgress.Presets.shades_classic,
      )
    : null
  bar?.start(Math.max(total, 1), 0, { records: 0 })
  return {
    onBytes: (more: number) => {
      bytes += more
      bar?.update(Math.min(bytes, total))
    },
    onReport: ({ inserted, updated, unchanged, refused }: ImportReport) => {
      const records = inserted + updated + unchanged + refused
      bar?.update(Math.min(bytes, total), { records })
      const done = total > 0 ? Math.floor((10 * bytes) / total) : 10
      if (!bar && !json && done > tenths) console.error(`${done * 10} % read, ${records} records`)
      tenths = Math.max(tenths, done)
    },
    stop: () => {
      bar?.stop()
    },
  }
}

export function printReport(report: ImportReport, { print }: CommandContext): void {
  const { inserted, updated, unchanged, refused, refusals, seconds } = report
  print(
    `${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${refused} refused in ${seconds.toFixed(1)} s`,
  )
  for (const { file, record, reason } of refusals.slice(0, shownRefusals))
    print(`  refused: ${file}, ${record}: ${reason}`)
  if (refusals.length > shownRefusals)
    print(`  and ${refusals.length - shownRefusals} more; --json lists them all`)
}
