import { CommandError, UsageError, type Command, type CommandContext } from '#server/platform/cli/command.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { decideCluster } from './refreshClusters.ts'

export const coordinationCommands: Command[] = [
  {
    words: ['coordination', 'list'],
    usage: '',
    about:
      'Lists the groups of accounts that voted together on a bill, and those with the same list of votes (rule B).',
    audit: 'none',
    async run(args, { db, print }) {
      if (args.length > 0) throw new UsageError('coordination list has no arguments.')
      const clusters = await db<ListedCluster[]>`
        select k.cluster_id, b.source_id, k.found_on::text as found_on, k.rule, k.state,
               (select count(*)::int from vote_cluster_members m where m.cluster_id = k.cluster_id) as size
          from vote_clusters k join bills b using (bill_id) order by k.found_on desc, k.cluster_id desc limit 1000`
      for (const { cluster_id, source_id, found_on, rule, state, size } of clusters) {
        print(
          `${cluster_id}  ${source_id}: ${countedNoun(size, 'account')}, rule ${rule}, ${found_on}, ${state}`,
        )
      }
      return { clusters }
    },
  },
  {
    words: ['coordination', 'release'],
    usage: 'CLUSTER',
    about:
      'Lifts a group permanently. Its accounts are not grouped again on the bill, and each has a voice of its own.',
    run: (args, context) => decide(args, context, 'released'),
  },
  {
    words: ['coordination', 'keep'],
    usage: 'CLUSTER',
    about: 'Confirms a group after an appeal. It stays until it is released.',
    run: (args, context) => decide(args, context, 'kept'),
  },
]

type ListedCluster = {
  cluster_id: string
  source_id: string
  found_on: string
  rule: string
  state: string
  size: number
}

async function decide([id, ...more]: string[], { db, print }: CommandContext, state: 'kept' | 'released') {
  if (!id || !isUuid(id) || more.length > 0) throw new UsageError('Name one cluster by its id.')
  const cluster = await decideCluster(db, id, state)
  if (!cluster) throw new CommandError(`There is no cluster ${id}.`)
  print(decisionTexts[cluster.rule][state])
  return { cluster_id: id, bill_id: cluster.bill_id, state }
}

const decisionTexts = {
  A: {
    kept: 'The accounts keep counting as one voice.',
    released: 'Each account counts as a voice of its own again.',
  },
  B: {
    kept: 'The group stays listed. Groups of rule B change no number.',
    released:
      'These accounts are not grouped again on this bill under either rule. From the next daily round on, each counts as a voice of its own, unless it is in a confirmed group of rule A.',
  },
}
