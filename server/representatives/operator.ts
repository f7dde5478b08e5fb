import type { Command, CommandContext } from '../cli/command.ts'
import { importFromFiles } from '../cli/importCommand.ts'
import { sourceFiles } from '../sources/files.ts'
import { peopleFilePattern, peopleFormatList, peopleRecords } from '../sources/people/peopleFiles.ts'
import { isPeopleFormat, peopleFormats } from '../sources/people/peopleFormats.ts'
import { importPeople, type PeopleReport } from './import.ts'
import { officialCommands } from './messages/operator.ts'

const usage = `FILE… [--format ${peopleFormats.join('|')}]`
const about =
  'Imports rosters of representatives and their terms from files, folders, .gz, YAML, JSON or JSON lines.'

/** `import people` and `reps import` are the same command. */
export const commands: Command[] = [
  { words: ['import', 'people'], usage, about, run: importPeopleCommand },
  { words: ['reps', 'import'], usage, about, run: importPeopleCommand },
  ...officialCommands,
]

async function importPeopleCommand(args: string[], context: CommandContext): Promise<PeopleReport> {
  const report = await importFromFiles(args, context, {
    files: (paths) => sourceFiles(paths, peopleFilePattern),
    kind: 'YAML or JSON file',
    isFormat: isPeopleFormat,
    formatList: peopleFormatList,
    importAll: (files, format, { onBytes, onReport }) =>
      importPeople(context.db, peopleRecords(files, format, onBytes), onReport),
  })
  if (report.retired > 0) context.print(`${report.retired} no longer in office: terms end today`)
  return report
}
