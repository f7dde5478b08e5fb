import path from 'node:path'
import { countedNoun } from '#server/platform/language/english.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { recordsRead, type ImportReport } from './importReport.ts'
import { terminalBar } from './progress.ts'

/** The maximum number of refusals that are printed before "and N more". `--json` prints all of them. */
const maxRefusals = 20

type SizedFile = { path: string; size: number }
/** The files to read, and the files of named folders that are left out. */
type Sources<File> = { files: File[]; unread: string[] }
/** The files of named folders that no reader reads: their number, and the endings of their names. */
export type UnreadFiles = { files_not_read: { count: number; endings: string[] } }

type Progress = {
  /** Receives the number of bytes that were read since the last call. */
  onBytes: (bytes: number) => void
  onReport: (report: ImportReport) => void
}

type FileImport<File extends SizedFile, Format extends string, Report extends ImportReport> = {
  /** @throws an Error with one sentence if a path does not exist */
  files: (paths: readonly string[]) => Promise<Sources<File>>
  /** The kind of files, as in "No … found in the files named." */
  kind: string
  formats: readonly Format[]
  /** The sentence that lists the formats. It is part of the reason for every refused record of an unknown format. */
  formatList: string
  importAll: (files: File[], format: Format | null, progress: Progress) => Promise<Report>
}

/** Imports files and folders, in the format that `--format` names or a recognized one. Shows the progress and prints a report at the end. */
export async function importFromFiles<
  File extends SizedFile,
  Format extends string,
  Report extends ImportReport,
>(
  paths: readonly string[],
  word: string | undefined,
  context: CommandContext,
  { files: list, kind, formats, formatList, importAll }: FileImport<File, Format, Report>,
): Promise<Report & UnreadFiles> {
  const format = readFormat(word, formats, formatList)
  const { files, unread } = await findFiles(paths, list, kind)
  const progress = showBytes(
    files.reduce((sum, { size }) => sum + size, 0),
    context,
  )
  let report: Report
  try {
    report = await importAll(files, format, progress)
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
  return { ...report, ...reportUnread(unread, context) }
}

/** Prints how many files of the named folders were not read so that none is left out without a word. */
export function reportUnread(unread: readonly string[], { print }: CommandContext): UnreadFiles {
  const endings = [
    ...new Set(unread.map((file) => path.extname(file.replace(/\.gz$/i, '')) || path.basename(file))),
  ].toSorted()
  if (unread.length > 0) {
    const [first, ...more] = unread
    print(
      more.length === 0
        ? `1 file not read: ${first}`
        : `${unread.length} files not read: ${endings.join(', ')}`,
    )
  }
  return { files_not_read: { count: unread.length, endings } }
}

function readFormat<Format extends string>(
  word: string | undefined,
  formats: readonly Format[],
  formatList: string,
): Format | null {
  if (word === undefined) return null
  const format = formats.find((name) => name === word)
  if (!format) throw new UsageError(`"${word}" is not a format. ${formatList}`)
  return format
}

/** Finds the files to import. There must be at least one. `FileImport` explains `list` and `kind`. */
export async function findFiles<File extends SizedFile>(
  paths: readonly string[],
  list: (paths: readonly string[]) => Promise<Sources<File>>,
  kind: string,
): Promise<Sources<File>> {
  if (paths.length === 0) throw new UsageError('Name at least one file or folder.')
  const sources = await list(paths).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  if (sources.files.length === 0) throw new CommandError(`No ${kind} found in the files named.`)
  return sources
}

export function requireRecords(report: ImportReport): void {
  if (recordsRead(report) === 0) throw new CommandError('No records found in the files named.')
}

/**
 * Shows a progress bar on a terminal, and otherwise prints a line after each tenth. Both use standard error so that
 * the output of --json stays one document.
 */
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
      if (!bar && !json && done > tenths) {
        process.stderr.write(`${done * 10} % read, ${countedNoun(records, 'record')}\n`)
      }
      tenths = Math.max(tenths, done)
    },
    stop: () => {
      bar?.stop()
    },
  }
}

export function printReport(report: ImportReport, { print }: CommandContext): void {
  const { inserted, updated, unchanged, refused, refusals, notes, dates_left_out, seconds } = report
  print(
    `${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${refused} refused in ${seconds.toFixed(1)} s`,
  )
  for (const { file, record, reason } of refusals.slice(0, maxRefusals)) {
    print(`  refused: ${file}, ${record}: ${reason}`)
  }
  if (refusals.length > maxRefusals) {
    print(`  and ${refusals.length - maxRefusals} more; --json lists them all`)
  }
  for (const [reason, count] of Object.entries(dates_left_out)) {
    print(`  ${countedNoun(count, 'date')} left out: ${reason}`)
  }
  const [first] = notes
  if (first) {
    print(
      `  ${notes.length} of the unchanged: another source keeps the bill. The first: ${first.file}, ${first.record}: ${first.reason}`,
    )
  }
}
