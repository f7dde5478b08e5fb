import { printVotes } from '#server/legislation/votes/operator.ts'
import { type CommandContext, defineCommand, type OptionValues } from '#server/platform/cli/command.ts'
import { importFromFiles, printReport } from '#server/platform/cli/importCommand.ts'
import { recordsRead } from '#server/platform/cli/importReport.ts'
import { billFormats } from '#server/sources/bills/formats.ts'
import { billRecords, formatList, listBillSources } from '#server/sources/files.ts'
import { type BillReport, importBills } from './import/import.ts'

const options = {
  format: { value: billFormats.join('|'), about: 'Names the format, instead of recognizing it.' },
  'no-notify': { about: 'Alerts nobody of what the import changes.' },
}
const about =
  'Imports public records of bills from files or folders: JSON, JSON lines or XML, optionally gzipped, and the texts beside the records of Open States. Votes in them are imported too.'

/** `import bills` and `bills import` are the same command. */
export const commands = [
  ['import', 'bills'],
  ['bills', 'import'],
].map((words) => defineCommand({ words, usage: 'FILE…', options, about, run: importBillsCommand }))

async function importBillsCommand(
  paths: string[],
  context: CommandContext,
  { format, 'no-notify': isQuiet }: OptionValues<typeof options>,
): Promise<BillReport> {
  const report = await importFromFiles(paths, format, context, {
    files: listBillSources,
    kind: 'JSON or XML file',
    formats: billFormats,
    formatList,
    importAll: (files, known, { onBytes, onReport }) =>
      importBills(context.db, billRecords(files, known, onBytes), onReport, { notify: !isQuiet }),
  })
  if (recordsRead(report.votes) > 0) {
    context.print('Votes in these records:')
    printReport(report.votes, context)
    printVotes(report.votes, context)
  }
  return report
}
