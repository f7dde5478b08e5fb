import type { BillDetail } from '#contract/bills/bills.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Selects the bill as JSON (bill_detail in db/functions/71_bill_detail.sql). */
export async function selectBill(db: Db, me: Member, bill_id: string): Promise<Buffer | undefined> {
  const rows = await db`select bill_detail(${bill_id}, ${me.user_id}, ${me.ocd_city_id})`.raw()
  return rows[0]?.[0] ?? undefined
}

/** Selects the text of a bill. Undefined if the bill does not exist. All fields are null if it has no text. */
export async function selectText(
  db: Db,
  bill_id: string,
): Promise<Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'> | undefined> {
  const [text] = await db<Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'>[]>`
    select t.formatted_text, t.bill_sections, t.full_text
      from bills b left join bill_texts t using (bill_id)
     where b.bill_id = ${bill_id}`
  return text
}
