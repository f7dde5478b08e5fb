import { printReport, progressOf } from '../bills/operator.ts'
import { CommandError, UsageError, type Command, type CommandContext } from '../kit/command.ts'
import { sourceFiles } from '../sources/files.ts'
import { peopleFilePattern, peopleFormatList, peopleRecords } from '../sources/peopleFiles.ts'
import { isPeopleFormat, peopleFormats, type PeopleFormat } from '../sources/peopleFormats.ts'
import { importPeople, type PeopleReport } from './import.ts'

const usage = `FILE… [--format ${peopleFormats.join('|')}]`
const about =
  'Takes rosters of representatives with their terms in: files, folders, .gz, YAML, JSON or JSON lines.'

/** `import people` and `reps import` are one command. */
export const commands: Command[] = [
  { words: ['import', 'people'], usage, about, run: importPeopleCommand },
  { words: ['reps', 'import'], usage, about, run: importPeopleCommand },
]

export async function importPeopleCommand(args: string[], context: CommandContext): Promise<PeopleReport> {
  const { paths, format } = readArguments(args)
  const files = await sourceFiles(paths, peopleFilePattern).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  if (files.length === 0) throw new CommandError('There is no YAML or JSON file among what was named.')
  const progress = progressOf(
    files.reduce((sum, { size }) => sum + size, 0),
    context,
  )
  let report: PeopleReport
  try {
    report = await importPeople(context.db, peopleRecords(files, format, progress.onBytes), progress.onReport)
  } finally {
    progress.stop()
  }
  const read = report.inserted + report.updated + report.unchanged + report.refused
  if (read === 0) throw new CommandError('There is no record in what was named.')
  if (report.refused === read && report.refusals.every(({ reason }) => reason.includes(peopleFormatList))) {
    throw new CommandError(`The format is not recognised. ${peopleFormatList}`)
  }
  printReport(report, context)
  if (report.retired > 0) context.print(`${report.retired} no longer in office: their terms end today`)
  return report
}

function readArguments(args: readonly string[]): { paths: string[]; format: PeopleFormat | null } {
  const paths: string[] = []
  let format: PeopleFormat | null = null
  const rest = args.flatMap((arg) =>
    arg.startsWith('--format=') ? ['--format', arg.slice('--format='.length)] : [arg],
  )
  for (let place = 0; place < rest.length; place += 1) {
    const arg = rest[place] ?? ''
    if (arg === '--format') {
      place += 1
      const word = rest[place] ?? ''
      if (!isPeopleFormat(word)) throw new UsageError(`"${word}" is not a format. ${peopleFormatList}`)
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
