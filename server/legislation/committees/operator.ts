import type { Command, CommandContext } from '#server/platform/cli/command.ts'
import { importFromFiles } from '#server/platform/cli/importCommand.ts'
import {
  committeeFormatList,
  committeeFormats,
  committeeRecords,
  isCommitteeFormat,
} from '#server/sources/committees/committeeFiles.ts'
import { listSources } from '#server/sources/files.ts'
import { importCommittees, type CommitteeReport } from './import.ts'

export const commands: Command[] = [
  {
    words: ['import', 'committees'],
    usage: `FILE… [--format ${committeeFormats.join('|')}]`,
    about: 'Imports committees with their members from YAML or JSON files, JSON lines, folders or .gz.',
    run: importCommitteesCommand,
  },
]

async function importCommitteesCommand(args: string[], context: CommandContext): Promise<CommitteeReport> {
  const report = await importFromFiles(args, context, {
    files: (paths) => listSources(paths, /\.(ya?ml|jsonl|ndjson|json)(\.gz)?$/i),
    kind: 'YAML or JSON file',
    isFormat: isCommitteeFormat,
    formatList: committeeFormatList,
    importAll: (files, format, { onBytes, onReport }) =>
      importCommittees(context.db, committeeRecords(files, format, onBytes), onReport),
  })
  context.print(`${report.linked} members linked to representatives, ${report.unlinked} not`)
  return report
}
