import { correctionUpdate } from '#server/legislation/updates/changes.ts'
import { recordBillUpdates } from '#server/legislation/updates/record.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import { compareStored } from './classify.ts'
import { rearrange } from './orderVersions.ts'
import { saveVersions, selectVersions } from './saveVersions.ts'

export type RecomputedBill = { source_id: string; versions: number; changed: number }

type Bill = { bill_id: string; source_id: string; source_name: string }
type Retraction = { updates: number }

/**
 * Withdraws a version that was imported by mistake. It stays in the list, marked. The versions after it are compared
 * again without it, the counts on the current version are those from before, and everyone who was notified of it hears
 * that it was a mistake.
 *
 * @returns null if the version was withdrawn before
 */
export async function retractVersion(db: Pool, bill: Bill, version_no: number): Promise<Retraction | null> {
  return db.begin(async (transaction) => {
    await lockImports(transaction)
    const retracted = await transaction`
      update bill_versions set kind = 'retracted', withdrawn_at = now()
       where bill_id = ${bill.bill_id} and version_no = ${version_no} and kind is distinct from 'retracted'
      returning version_no`
    if (retracted.length === 0) return null
    await recompute(transaction, bill)
    return { updates: await correctUpdates(transaction, bill, version_no) }
  })
}

/** Orders and compares the stored versions of a bill again. It alerts nobody. */
export async function recomputeVersions(db: Pool, bill: Bill): Promise<RecomputedBill> {
  return db.begin(async (transaction) => {
    await lockImports(transaction)
    return recompute(transaction, bill)
  })
}

/** An import decides by the stored versions, so it must not run at the same time. */
async function lockImports(db: Transaction): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('import bills'))`
}

async function recompute(db: Transaction, { bill_id, source_id }: Bill): Promise<RecomputedBill> {
  const before = await selectFingerprints(db, bill_id)
  const lists = await selectVersions(db, [source_id])
  for (const list of lists.values()) {
    rearrange(list)
    // oxlint-disable-next-line no-await-in-loop -- there is one list
    await compareStored(db, bill_id, list)
  }
  await db`
    update bill_versions
       set words_changed = null, operative_terms_changed = null, sections_changed = null, sections_added = null,
           sections_removed = null, sections_moved = null
     where bill_id = ${bill_id} and kind is distinct from 'retracted'`
  await saveVersions(db, lists)
  await db`
    update bill_counters c set counted_from_version = a.counted_from_version
      from actual_current_versions a
     where a.bill_id = ${bill_id} and c.bill_id = a.bill_id and c.counted_from_version <> a.counted_from_version`
  const after = await selectFingerprints(db, bill_id)
  const changed = [...after].filter(([version_no, version]) => before.get(version_no) !== version).length
  return { source_id, versions: after.size, changed }
}

async function selectFingerprints(db: Transaction, bill_id: string): Promise<Map<number, string>> {
  const rows = await db<{ version_no: number; version: string }[]>`
    select version_no, to_jsonb(v)::text as version from bill_versions v where bill_id = ${bill_id}`
  return new Map(rows.map(({ version_no, version }) => [version_no, version]))
}

/** Corrects the updates that announced a version, for everyone who hears of the bill. */
async function correctUpdates(
  db: Transaction,
  { bill_id, source_name }: Bill,
  version_no: number,
): Promise<number> {
  const announced = await db<{ update_id: number; summary: string; is_alertable: boolean }[]>`
    select update_id::float8 as update_id, summary, is_alertable from bill_updates
     where bill_id = ${bill_id} and update_type = 'version' and subject_id = ${String(version_no)}`
  return recordBillUpdates(
    db,
    announced.map((update) =>
      correctionUpdate(
        { bill_id, source_name, notify: true },
        update,
        'That was a mistake. The version is withdrawn, and your stance counts as before.',
        { reason: 'retracted', version_no },
      ),
    ),
  )
}
