import { readFile } from 'node:fs/promises'
import { type Command, CommandError, type CommandContext, UsageError } from '../cli/command.ts'
import { importFromFiles, printReport, requireRecords } from '../cli/importCommand.ts'
import { listSources } from '../sources/files.ts'
import { voteFilePattern, voteFormatList, voteRecords } from '../sources/votes/voteFiles.ts'
import { isVoteFormat, voteFormats } from '../sources/votes/voteFormats.ts'
import { importAliases } from './aliases.ts'
import { importVotes, type VoteReport } from './import.ts'

export const commands: Command[] = [
  {
    words: ['import', 'votes'],
    usage: `FILE… [--format ${voteFormats.join('|')}]`,
    about:
      'Imports roll calls from files, folders, .gz, XML, JSON, JSON lines or CSV, and links voters to representatives.',
    run: importVotesCommand,
  },
  {
    words: ['import', 'aliases'],
    usage: 'FILE',
    about: 'Imports other names of voters from a CSV file: organization, name, person, from, to.',
    run: importAliasesCommand,
  },
]

async function importVotesCommand(args: string[], context: CommandContext): Promise<VoteReport> {
  const report = await importFromFiles(args, context, {
    files: (paths) => listSources(paths, voteFilePattern),
    kind: 'XML, JSON or CSV file',
    isFormat: isVoteFormat,
    formatList: voteFormatList,
    importAll: (files, format, { onBytes, onReport }) =>
      importVotes(context.db, voteRecords(files, format, onBytes), onReport),
  })
  printVotes(report, context)
  return report
}

/** Prints how voters were linked, in words for the operator. */
export function printVotes(
  { linked, unlinked, incomplete, merged }: VoteReport,
  { print }: CommandContext,
): void {
  print(`${linked} voters linked to representatives, ${unlinked} not`)
  if (incomplete > 0) print(`${incomplete} rolls are incomplete or missing`)
  if (merged > 0) print(`${merged} votes merged with another source`)
}

async function importAliasesCommand(args: string[], context: CommandContext) {
  const [file, ...more] = args
  if (!file || more.length > 0) throw new UsageError('Name one CSV file.')
  const table = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${file}.`)
  })
  const report = await importAliases(context.db, file, table)
  requireRecords(report)
  printReport(report, context)
  context.print(`${report.linked} votes linked`)
  return report
}
