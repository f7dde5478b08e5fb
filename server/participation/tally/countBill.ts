import { setImmediate } from 'node:timers/promises'
import type { Stance } from '#contract/stances.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { leafCommitment, leafNonce, packLeaves, type StoredLeaf } from './core/leaf.ts'
import { entryLine } from './core/logLines.ts'
import { buildSumTree, sumLeaves } from './core/sumTree.ts'
import { appendEntry, lockLog } from './log.ts'

type BillRow = { version_no: number; counted_from_version: number; stances_revision: string }
type StanceRow = {
  user_id: string
  stance: Stance
  version_no: number
  secret: Buffer | null
  is_public: boolean
}

/** The number of secrets that one statement creates, and of leaves that are hashed before other work is served. */
const slice = 500

/**
 * Adds the entry of a bill for a day to the log. All stances and the revision are read at one moment. A stance that is taken
 * later raises the revision again, so the bill is due for the next day.
 */
export async function countBill(pool: Pool, bill_id: string, day: string): Promise<void> {
  const read = await readStances(pool, bill_id)
  // The bill has been deleted since it was listed.
  if (!read) return
  const { bill, stances } = read
  const leaves: StoredLeaf[] = []
  for (const [index, row] of stances.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- requests are served between two slices
    if (index % slice === slice - 1) await setImmediate()
    const nonce = leafNonce(row.secret, bill_id, day)
    leaves.push({
      commitment: leafCommitment({ ...row, bill_id, day }, nonce),
      stance: row.stance,
      isCurrent: row.version_no >= bill.counted_from_version,
      isPublic: row.is_public,
    })
  }
  leaves.sort((one, other) => one.commitment.compare(other.commitment))
  const { root, sums } = await buildSumTree(leaves)
  const line = entryLine({
    day,
    bill_id,
    version_no: bill.version_no,
    counts: sums,
    current: sumLeaves(leaves.filter(({ isCurrent }) => isCurrent)),
    public_stances: leaves.filter(({ isPublic }) => isPublic).length,
    root: root.toString('hex'),
  })
  await pool.begin(async (db) => {
    await lockLog(db)
    const [existing] = await db`select from tally_entries where bill_id = ${bill_id} and day = ${day}`
    if (existing) return
    const entry_no = await appendEntry(db, { kind: 'bill', day, bill_id, line, root })
    await db`insert into tally_leaves (entry_no, leaves) values (${entry_no}, ${packLeaves(leaves)})`
    await db`
      update bill_counters set tallied_revision = ${bill.stances_revision}::bigint where bill_id = ${bill_id}`
  })
}

type CountedRow = StanceRow & { secret: Buffer }

/** Reads the stances on a bill with the secrets of their members, and creates the secrets that are missing. */
async function readStances(
  pool: Pool,
  bill_id: string,
): Promise<{ bill: BillRow; stances: CountedRow[] } | null> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after another
    await createSecrets(pool, bill_id)
    // oxlint-disable-next-line no-await-in-loop -- repeated only if a member without a secret took a stance just now
    const { bill, rows } = await pool.begin({ mode: 'isolation level repeatable read' }, async (db) => {
      const [counters] = await db<BillRow[]>`
        select version_no, counted_from_version, stances_revision::text from bill_counters where bill_id = ${bill_id}`
      return {
        bill: counters,
        rows: await db<StanceRow[]>`
          select s.user_id, s.stance, s.version_no, r.secret,
                 u.public_profile and u.public_stances and u.account_status = 'active' as is_public
            from stances s join users u using (user_id) left join receipt_secrets r using (user_id)
           where s.bill_id = ${bill_id}`,
      }
    })
    const stances = rows.flatMap(({ secret, ...row }) => (secret ? [{ ...row, secret }] : []))
    if (!bill) return null
    if (stances.length === rows.length) return { bill, stances }
  }
}

async function createSecrets(pool: Pool, bill_id: string): Promise<void> {
  for (;;) {
    // A UUID has 122 random bits of the operating system.
    // oxlint-disable-next-line no-await-in-loop -- one short statement after another
    const created = await pool`
      insert into receipt_secrets (user_id, secret)
      select s.user_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
        from stances s
       where s.bill_id = ${bill_id} and not exists (select from receipt_secrets r where r.user_id = s.user_id)
       limit ${slice}
      on conflict do nothing returning user_id`
    if (created.length < slice) return
  }
}
