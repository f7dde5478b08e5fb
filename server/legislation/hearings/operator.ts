import type { Command, CommandContext } from '#server/platform/cli/command.ts'
import { importFromFiles } from '#server/platform/cli/importCommand.ts'
import {
  eventFormatList,
  eventFormats,
  eventRecords,
  isEventFormat,
} from '#server/sources/events/eventFiles.ts'
import { listSources } from '#server/sources/files.ts'
import { importEvents, type EventImportReport } from './import.ts'

export const commands: Command[] = [
  {
    words: ['import', 'events'],
    usage: `FILE… [--format ${eventFormats.join('|')}] [--no-notify]`,
    about:
      'Imports hearings and meetings from JSON files, JSON lines, folders or .gz, and links them to bills and committees. --no-notify alerts nobody.',
    run: importEventsCommand,
  },
]

async function importEventsCommand(args: string[], context: CommandContext): Promise<EventImportReport> {
  const notify = !args.includes('--no-notify')
  const report = await importFromFiles(
    args.filter((arg) => arg !== '--no-notify'),
    context,
    {
      files: (paths) => listSources(paths, /\.(jsonl|ndjson|json)(\.gz)?$/i),
      kind: 'JSON file',
      isFormat: isEventFormat,
      formatList: eventFormatList,
      importAll: (files, format, { onBytes, onReport }) =>
        importEvents(context.db, eventRecords(files, format, onBytes), onReport, { notify }),
    },
  )
  context.print(`${report.linked} bills on their agendas linked, ${report.unlinked} are not imported`)
  return report
}
