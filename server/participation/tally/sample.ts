import { createHmac } from 'node:crypto'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { sampleSize } from '#contract/tally.ts'
import type * as contract from '#contract/tally.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Memory } from '#server/platform/records/memory.ts'
import { readCheckpoint } from './core/checkpoint.ts'
import type { StoredLeaf } from './core/leaf.ts'
import { findEntry, highestVersion, openLeaf, readEntryTree } from './receipt.ts'

type Sample = Omit<OutputOf<typeof contract.getTallySample>, 'success'>
type MemberRow = { user_id: string; username: string; secret: Buffer }

/**
 * Opens the chosen leaves of an entry. Which ones follows from the first checkpoint of a later day, so nobody knew it when
 * the entry was published. Members whose stances are private by now are left out.
 */
export async function getTallySample(
  db: Db,
  memory: Memory,
  bill_id: string,
  day: string | null,
): Promise<Sample> {
  const entry = await findEntry(db, bill_id, day)
  const [later] = await db<{ note: string }[]>`
    select note from tally_checkpoints where day > ${entry.day} order by size limit 1`
  const entryTree = later && (await readEntryTree(db, memory, entry))
  if (!entryTree) return { day: entry.day, leaves: [] }
  const chosen = chooseLeaves(entryTree.leaves, readCheckpoint(later.note).root)
  if (chosen.size === 0) return { day: entry.day, leaves: [] }
  const [bill] = await db<{ version_no: number }[]>`
    select ${highestVersion(db)} as version_no from bill_counters c where c.bill_id = ${bill_id}`
  const members = await db<MemberRow[]>`
    select s.user_id, u.username, r.secret
      from stances s join users u using (user_id) join receipt_secrets r using (user_id)
     where s.bill_id = ${bill_id} and u.public_profile and u.public_stances and u.account_status = 'active'`
  const leaves: Sample['leaves'] = []
  for (const { user_id, username, secret } of members) {
    const opened = openLeaf(entryTree, { bill_id, day: entry.day, user_id, secret }, bill!.version_no)
    if (!opened || !chosen.has(opened.leaf)) continue
    const { leaf, stance, version_no, nonce } = opened
    leaves.push({ leaf, user_id, username, stance, version_no, nonce })
  }
  return { day: entry.day, leaves: leaves.toSorted((one, other) => (one.leaf < other.leaf ? -1 : 1)) }
}

/** Chooses 20 leaves of members whose stances were public at the time of the tally. None if there are fewer. */
function chooseLeaves(leaves: readonly StoredLeaf[], laterRoot: Buffer): Set<string> {
  const ranked = leaves
    .filter(({ isPublic }) => isPublic)
    .map(({ commitment }) => ({
      leaf: commitment.toString('hex'),
      rank: createHmac('sha256', laterRoot).update(commitment).digest(),
    }))
    .toSorted((one, other) => one.rank.compare(other.rank))
  return new Set(ranked.length < sampleSize ? [] : ranked.slice(0, sampleSize).map(({ leaf }) => leaf))
}
