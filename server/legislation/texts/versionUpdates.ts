import type { VersionKind } from '#contract/bills/versions.ts'
import { versionUpdate } from '#server/legislation/updates/changes.ts'
import { recordBillUpdates } from '#server/legislation/updates/record.ts'
import type { Transaction } from '#server/platform/postgres/db.ts'

type ClassifiedVersion = { bill_id: string; version_no: number; kind: VersionKind }

type Row = {
  bill_id: string
  version_no: number
  label: string
  printed_on: string | null
  content_hash: string
  source_name: string
  kind: 'material' | 'unknown'
  words_changed: number | null
  is_later: boolean
}

/**
 * Records versions with other words, and versions that cannot be compared, as updates of their bills. A version that
 * arrived together with the previous one, as in a bill's first import, alerts nobody.
 */
export async function recordVersionUpdates(
  db: Transaction,
  classified: readonly ClassifiedVersion[],
  notify: boolean,
): Promise<void> {
  const changed = classified.filter(({ kind }) => kind === 'material' || kind === 'unknown')
  if (changed.length === 0) return
  const rows = await db<Row[]>`
    select v.bill_id, v.version_no, v.label, v.printed_on, encode(v.content_hash, 'hex') as content_hash, v.source_name,
           v.kind, v.words_changed, coalesce(older.first_seen_at < v.first_seen_at, false) as is_later
      from jsonb_to_recordset(${db.json(changed)}) as r(bill_id uuid, version_no smallint)
      join bill_versions v on v.bill_id = r.bill_id and v.version_no = r.version_no
      left join bill_versions older on older.bill_id = v.bill_id and older.version_no = v.compared_with
     order by v.bill_id, v.version_no`
  const updates = rows.map(({ bill_id, source_name, is_later, ...version }) =>
    versionUpdate({ bill_id, source_name, notify: notify && is_later }, version),
  )
  await recordBillUpdates(db, updates)
}
