import {
  type Command,
  type CommandContext,
  defineCommand,
  type OptionValues,
} from '#server/platform/cli/command.ts'
import { importFromFiles } from '#server/platform/cli/importCommand.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { listSources } from '#server/sources/files.ts'
import { voteFilePattern, voteFormatList, voteRecords } from '#server/sources/votes/voteFiles.ts'
import { voteFormats } from '#server/sources/votes/voteFormats.ts'
import { importVotes, type VoteLinks, type VoteReport } from './import.ts'

const options = {
  format: { value: voteFormats.join('|'), about: 'Names the format, instead of recognizing it.' },
}

export const commands: Command[] = [
  defineCommand({
    words: ['import', 'votes'],
    usage: 'FILE…',
    options,
    about:
      'Imports roll calls from files, folders, .gz, XML, JSON, JSON lines or CSV, and links voters to representatives.',
    run: importVotesCommand,
  }),
]

async function importVotesCommand(
  paths: string[],
  context: CommandContext,
  { format }: OptionValues<typeof options>,
): Promise<VoteReport> {
  const report = await importFromFiles(paths, format, context, {
    files: (names) => listSources(names, voteFilePattern),
    kind: 'XML, JSON or CSV file',
    formats: voteFormats,
    formatList: voteFormatList,
    importAll: (files, known, { onBytes, onReport }) =>
      importVotes(context.db, voteRecords(files, known, onBytes), onReport),
  })
  printVotes(report, context)
  return report
}

/** Prints how voters were linked, in words for the operator. */
export function printVotes(
  { linked = 0, unlinked = 0, incomplete = 0, merged = 0 }: Partial<VoteLinks>,
  { print }: CommandContext,
): void {
  print(`${countedNoun(linked, 'voter')} linked to representatives, ${unlinked} not`)
  if (incomplete > 0) print(`${countedNoun(incomplete, 'roll')} incomplete or missing`)
  if (merged > 0) print(`${countedNoun(merged, 'vote')} merged with another source`)
}
