import {
  type Command,
  type CommandContext,
  defineCommand,
  type OptionValues,
} from '#server/platform/cli/command.ts'
import { importFromFiles } from '#server/platform/cli/importCommand.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import {
  committeeFormatList,
  committeeFormats,
  committeeRecords,
} from '#server/sources/committees/committeeFiles.ts'
import { listSources } from '#server/sources/files.ts'
import { importCommittees, type CommitteeReport } from './import.ts'

const options = {
  format: { value: committeeFormats.join('|'), about: 'Names the format, instead of recognizing it.' },
}

export const commands: Command[] = [
  defineCommand({
    words: ['import', 'committees'],
    usage: 'FILE…',
    options,
    about: 'Imports committees with their members from YAML or JSON files, JSON lines, folders or .gz.',
    run: importCommitteesCommand,
  }),
]

async function importCommitteesCommand(
  paths: string[],
  context: CommandContext,
  { format }: OptionValues<typeof options>,
): Promise<CommitteeReport> {
  const report = await importFromFiles(paths, format, context, {
    files: (names) => listSources(names, /\.(ya?ml|jsonl|ndjson|json)(\.gz)?$/i),
    kind: 'YAML or JSON file',
    formats: committeeFormats,
    formatList: committeeFormatList,
    importAll: (files, known, { onBytes, onReport }) =>
      importCommittees(context.db, committeeRecords(files, known, onBytes), onReport),
  })
  context.print(`${countedNoun(report.linked, 'member')} linked to representatives, ${report.unlinked} not`)
  return report
}
