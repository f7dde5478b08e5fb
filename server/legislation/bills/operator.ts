import { printVotes } from '#server/legislation/votes/operator.ts'
import type { Command, CommandContext } from '#server/platform/cli/command.ts'
import { importFromFiles, printReport } from '#server/platform/cli/importCommand.ts'
import { recordsRead } from '#server/platform/cli/importReport.ts'
import { billFormats, isBillFormat } from '#server/sources/bills/formats.ts'
import { billRecords, formatList, listBillSources } from '#server/sources/files.ts'
import { type BillReport, importBills } from './import/import.ts'

const usage = `FILE… [--format ${billFormats.join('|')}] [--no-notify]`
const about =
  'Imports public records of bills from files or folders: JSON, JSON lines or XML, optionally gzipped, and the texts beside the records of Open States. Votes in them are imported too. With --no-notify, what it changes alerts nobody.'

/** `import bills` and `bills import` are the same command. */
export const commands: Command[] = [
  { words: ['import', 'bills'], usage, about, run: importBillsCommand },
  { words: ['bills', 'import'], usage, about, run: importBillsCommand },
]

export async function importBillsCommand(args: string[], context: CommandContext): Promise<BillReport> {
  const notify = !args.includes('--no-notify')
  const others = args.filter((arg) => arg !== '--no-notify')
  const report = await importFromFiles(others, context, {
    files: listBillSources,
    kind: 'JSON or XML file',
    isFormat: isBillFormat,
    formatList,
    importAll: (files, format, { onBytes, onReport }) =>
      importBills(context.db, billRecords(files, format, onBytes), onReport, { notify }),
  })
  if (recordsRead(report.votes) > 0) {
    context.print('Votes in these records:')
    printReport(report.votes, context)
    printVotes(report.votes, context)
  }
  return report
}
