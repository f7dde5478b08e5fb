import * as parts from '#contract/bills/billParts.ts'
import * as bills from '#contract/bills/bills.ts'
import type { BillDetail } from '#contract/bills/bills.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { billExists, findBill } from '#server/legislation/paths/findBill.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { getBill } from './billPage.ts'
import { listActions, listAmendments, listSponsorships } from './parts/partQueries.ts'

export const billRoutes = [
  read(
    bills.findBill,
    async ({ db, input }) => (await findBill(db, input.address)) ?? refuse('bill_not_found'),
  ),
  read(bills.getBill, ({ db, memory, me, input }) => getBill({ db, memory, me }, input.id, input.language)),
  read(parts.listSponsorships, async ({ db, me, input }) => {
    if (!(await billExists(db, input.id))) refuse('bill_not_found')
    return listSponsorships(db, me, input.id, input)
  }),
  read(parts.listActions, async ({ db, input }) => {
    if (!(await billExists(db, input.id))) refuse('bill_not_found')
    return { actions: await listActions(db, input.id) }
  }),
  read(parts.listAmendments, async ({ db, input }) => {
    if (!(await billExists(db, input.id))) refuse('bill_not_found')
    return listAmendments(db, input.id, input)
  }),
]

/** Returns the route of a bill's text. `fetchText` starts to fetch a text that is not stored. */
export function textRoute(fetchText: (bill_id: string) => Promise<'fetching' | 'unavailable'>) {
  return read(bills.getBillText, async ({ db, input }) => {
    const text = (await getBillText(db, input.id)) ?? refuse('bill_not_found')
    const isStored = text.formatted_text ?? text.bill_sections ?? text.full_text
    return { ...text, state: isStored ? ('ready' as const) : await fetchText(input.id) }
  })
}

/** Selects the text of a bill, or undefined if the bill does not exist. All fields are null if it has no text. */
async function getBillText(
  db: Db,
  bill_id: string,
): Promise<Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'> | undefined> {
  const [text] = await db<Pick<BillDetail, 'formatted_text' | 'bill_sections' | 'full_text'>[]>`
    select t.formatted_text, t.bill_sections, t.full_text
      from bills b left join bill_texts t using (bill_id)
     where b.bill_id = ${bill_id}`
  return text
}
