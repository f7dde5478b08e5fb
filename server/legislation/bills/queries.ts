import type { BillDetail } from '#contract/bills/bills.ts'
import type { Db } from '#server/platform/postgres/db.ts'

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
