import type { BillAction, Sponsor } from '#contract/bills/billContent.ts'
import type { StoredBill } from '#server/legislation/bills/import/importDecisions.ts'
import { actionFacts } from '#server/legislation/bills/parts/actionFacts.ts'
import { completeParts } from '#server/legislation/bills/parts/completeParts.ts'
import { saveParts } from '#server/legislation/bills/parts/saveParts.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

/** Stores the sponsors and actions of a bill that is already stored, as an import would. */
export async function setParts(
  pool: Pool,
  bill_id: string,
  { sponsors = [], actions = [] }: { sponsors?: Sponsor[]; actions?: BillAction[] },
): Promise<void> {
  const [bill] = await pool<Omit<StoredBill, 'actions'>[]>`
    select source_id, source_name, source_updated_at, source_checked_at, content_hash, bill_code, title, summary,
           summary_by, topics, government_level, jurisdiction, status, created_at, source_url, text_url, null as text_stage
      from bills where bill_id = ${bill_id}`
  const parts = completeParts({ ...bill!, actions }, { sponsors })
  const { latest_action_on, awaits_executive } = actionFacts(
    bill!.status,
    parts.actions,
    new Date().toISOString().slice(0, 10),
  )
  await pool.begin(async (db) => {
    await saveParts(db, [parts])
    await db`update bills set ${db({ latest_action_on, awaits_executive })} where bill_id = ${bill_id}`
  })
}
