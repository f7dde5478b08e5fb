import {
  type Command,
  type CommandContext,
  defineCommand,
  type OptionValues,
} from '#server/platform/cli/command.ts'
import { importFromFiles } from '#server/platform/cli/importCommand.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { eventFormatList, eventFormats, eventRecords } from '#server/sources/events/eventFiles.ts'
import { listSources } from '#server/sources/files.ts'
import { importEvents, type EventImportReport } from './import.ts'

const options = {
  format: { value: eventFormats.join('|'), about: 'Names the format, instead of recognizing it.' },
  'no-notify': { about: 'Alerts nobody of what the import changes.' },
}

export const commands: Command[] = [
  defineCommand({
    words: ['import', 'events'],
    usage: 'FILE…',
    options,
    about:
      'Imports hearings and meetings from JSON files, JSON lines, folders or .gz, and links them to bills and committees.',
    run: importEventsCommand,
  }),
]

async function importEventsCommand(
  paths: string[],
  context: CommandContext,
  { format, 'no-notify': isQuiet }: OptionValues<typeof options>,
): Promise<EventImportReport> {
  const report = await importFromFiles(paths, format, context, {
    files: (names) => listSources(names, /\.(jsonl|ndjson|json)(\.gz)?$/i),
    kind: 'JSON file',
    formats: eventFormats,
    formatList: eventFormatList,
    importAll: (files, known, { onBytes, onReport }) =>
      importEvents(context.db, eventRecords(files, known, onBytes), onReport, { notify: !isQuiet }),
  })
  context.print(
    `${countedNoun(report.linked, 'bill')} on their agendas linked, ${report.unlinked} not imported`,
  )
  return report
}
