import { printReport, progressOf, readImportArguments } from '../bills/operator.ts'
import { CommandError, type Command, type CommandContext } from '../kit/command.ts'
import { sourceFiles } from '../sources/files.ts'
import { peopleFilePattern, peopleFormatList, peopleRecords } from '../sources/peopleFiles.ts'
import { isPeopleFormat, peopleFormats } from '../sources/peopleFormats.ts'
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
  const { paths, format } = readImportArguments(args, isPeopleFormat, peopleFormatList)
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
