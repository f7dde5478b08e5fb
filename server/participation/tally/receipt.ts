import { refuse } from '#contract/kit/refusals.ts'
import { stances, type Stance } from '#contract/stances.ts'
import type { Tally, TallyReceipt } from '#contract/tally.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { cacheOf, type Memory } from '#server/platform/records/memory.ts'
import { Records } from '#server/platform/records/records.ts'
import { leafCommitment, leafNonce, type StoredLeaf, unpackLeaves } from './core/leaf.ts'
import { readEntryLine } from './core/logLines.ts'
import { inclusionPath } from './core/logTree.ts'
import { buildSumTree, pathOf, type Sums, type SumTree } from './core/sumTree.ts'
import { findNodes, selectCheckpoint, type StoredCheckpoint } from './log.ts'

export type SealedEntry = {
  entry_no: number
  bill_id: string
  day: string
  line: string
  checkpoint: StoredCheckpoint
}

/**
 * Finds the entry of a bill for a day, or its newest one, among those that are in a signed checkpoint. Refuses if there is
 * none, or no such bill.
 */
export async function findEntry(db: Db, bill_id: string, day: string | null): Promise<SealedEntry> {
  const [bill] = await db`select from bill_counters where bill_id = ${bill_id}`
  if (!bill) refuse('bill_not_found')
  const checkpoint = (await selectCheckpoint(db)) ?? refuse('tally_not_found')
  const [entry] = await db<Omit<SealedEntry, 'checkpoint'>[]>`
    select entry_no::int, bill_id, day::text, line from tally_entries
     where bill_id = ${bill_id} and entry_no < ${checkpoint.size} and (${day}::date is null or day = ${day})
     order by tally_entries.day desc limit 1`
  if (!entry) refuse('tally_not_found')
  return { ...entry, checkpoint }
}

/** Returns the nodes that prove that an entry is in its checkpoint, in hexadecimal. */
export async function logPath(db: Db, { entry_no, checkpoint: { size } }: SealedEntry): Promise<string[]> {
  const find = await findNodes(db, (node) => inclusionPath(entry_no, size, node))
  return inclusionPath(entry_no, size, find).map((hash) => hash.toString('hex'))
}

export async function getTally(db: Db, bill_id: string): Promise<Tally> {
  const sealed = await findEntry(db, bill_id, null)
  const entry = readEntryLine(sealed.line)
  return {
    day: entry.day,
    counts: countsOf(entry.counts),
    current_version_counts: countsOf(entry.current),
    public_stance_count: entry.public_stances,
    total_stances: entry.counts.reduce((sum, count) => sum + count, 0),
    root: entry.root,
    entry_index: sealed.entry_no,
    checkpoint: sealed.checkpoint.note,
  }
}

function countsOf([support_count, oppose_count, neutral_count, learning_count]: Sums) {
  return { support_count, oppose_count, neutral_count, learning_count }
}

/** The tree of an entry. Its version is its root. */
type EntryTree = {
  version: string
  leaves: readonly StoredLeaf[]
  positions: ReadonlyMap<string, number>
  tree: SumTree
}

/** Trees by the number of their entry, so one that a reader has built serves all receipts of its entry. */
const trees = cacheOf(
  (memory) =>
    new Records<EntryTree>(memory, {
      name: 'tally_trees',
      // The trees of 200,000 leaves. A larger tree is built again for every receipt.
      maxBytes: 160e6,
      sizeOf: ({ leaves }) => 800 * leaves.length,
    }),
)

/** Reads the leaves of an entry and builds their tree. Null if the leaves are no longer stored. */
export async function readEntryTree(
  db: Db,
  memory: Memory,
  { entry_no, line }: SealedEntry,
): Promise<EntryTree | null> {
  const [id, version] = [String(entry_no), readEntryLine(line).root]
  const cached = trees(memory).get(id, version)
  if (cached) return cached
  const [row] = await db<{ leaves: Buffer }[]>`select leaves from tally_leaves where entry_no = ${entry_no}`
  if (!row) return null
  const leaves = unpackLeaves(row.leaves)
  const positions = new Map(leaves.map(({ commitment }, index) => [commitment.toString('hex'), index]))
  return trees(memory).keep(id, { version, leaves, positions, tree: await buildSumTree(leaves) })
}

export type OpenedLeaf = { leaf: string; index: number; stance: Stance; version_no: number; nonce: string }

/**
 * Finds the leaf of a member. The nonce follows from the secret, so only a few stances and versions are possible, and the one
 * that is among the leaves was counted.
 */
export function openLeaf(
  { positions }: EntryTree,
  { bill_id, day, user_id, secret }: { bill_id: string; day: string; user_id: string; secret: Buffer },
  newestVersion: number,
): OpenedLeaf | null {
  const nonce = leafNonce(secret, bill_id, day)
  for (let version_no = newestVersion; version_no >= 0; version_no--) {
    for (const stance of stances) {
      const leaf = leafCommitment({ bill_id, day, user_id, stance, version_no }, nonce).toString('hex')
      const index = positions.get(leaf)
      if (index !== undefined) return { leaf, index, stance, version_no, nonce }
    }
  }
  return null
}

/**
 * Selects the highest number that the version of a stance can have. A stance keeps its version when that is retracted, and then
 * it is higher than the current one.
 */
export function highestVersion(db: Db): Part {
  return db`greatest(c.version_no, (select max(v.version_no) from bill_versions v where v.bill_id = c.bill_id))`
}

type MemberRow = { secret: Buffer | null; newest_version: number; stance: Stance | null; version_no: number }

/**
 * Builds the receipt of a member. Without a day, the newest entry has to have the member's current stance.
 */
export async function getTallyReceipt(
  db: Db,
  memory: Memory,
  user_id: string,
  bill_id: string,
  day: string | null,
): Promise<TallyReceipt> {
  const entry = await findEntry(db, bill_id, day)
  const [member] = await db<MemberRow[]>`
    select r.secret, ${highestVersion(db)} as newest_version, s.stance, s.version_no
      from bill_counters c
      left join receipt_secrets r on r.user_id = ${user_id}
      left join stances s on s.bill_id = c.bill_id and s.user_id = ${user_id}
     where c.bill_id = ${bill_id}`
  const entryTree = (await readEntryTree(db, memory, entry)) ?? refuse('tally_not_found')
  const { secret = null, newest_version = 0, stance = null } = member ?? {}
  const opened = secret && openLeaf(entryTree, { ...entry, user_id, secret }, newest_version)
  // Somebody without a stance will not be in the next tally either.
  if (!opened) refuse(stance === null ? 'no_stance_yet' : 'tally_not_yet')
  const isCurrentStance = opened.stance === stance && opened.version_no === member?.version_no
  if (day === null && !isCurrentStance) refuse('tally_not_yet')
  await db`update tally_leaves set is_pinned = true where entry_no = ${entry.entry_no} and not is_pinned`
  return {
    bill_id,
    day: entry.day,
    user_id,
    stance: opened.stance,
    version_no: opened.version_no,
    is_current: entryTree.leaves[opened.index]!.isCurrent,
    nonce: opened.nonce,
    leaf: opened.leaf,
    leaf_index: opened.index,
    path: pathOf(entryTree.tree, opened.index),
    entry: entry.line,
    entry_index: entry.entry_no,
    log_size: entry.checkpoint.size,
    log_path: await logPath(db, entry),
    checkpoint: entry.checkpoint.note,
  }
}
