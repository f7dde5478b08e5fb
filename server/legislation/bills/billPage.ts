import { refuse } from '#contract/kit/refusals.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf, type Memory } from '#server/platform/records/memory.ts'
import { Records } from '#server/platform/records/records.ts'
import { Shared } from '#server/platform/records/shared.ts'

/** What only a change of the rows of a bill changes: the JSON object of the bill without its closing brace. */
type BillRecord = { version: string; json: string }

/** What other rows or the date change, the same for everybody: JSON fields, and the sponsors. */
type BillFacts = { json: string; sponsorships: string }

const recordsOf = cacheOf(
  (memory) =>
    new Records<BillRecord>(memory, {
      name: 'bills',
      maxBytes: 24e6,
      sizeOf: ({ json }) => 2 * json.length,
    }),
)
const factsOf = cacheOf(
  (memory) =>
    new Shared<BillFacts>(memory, {
      name: 'bill_facts',
      maxBytes: 4e6,
      sizeOf: ({ json, sponsorships }) => 2 * (json.length + sponsorships.length),
    }),
)

type Reading = { db: Db; memory: Memory; me: Member }

/**
 * Reads a bill as the member sees it, in one statement. The statement returns the record and the facts only if they are not in
 * memory (bill_page in db/functions/71_bill_detail.sql).
 */
export async function readBill({ db, memory, me }: Reading, bill_id: string): Promise<JsonBytes> {
  const [records, shared] = [recordsOf(memory), factsOf(memory)]
  const since = performance.now()
  const storedRecord = records.get(bill_id)
  const sharedFacts = shared.peek(bill_id)
  const [row] = await db`
    select version, record, facts, sponsorships, own, own_sponsorships
      from bill_page(${bill_id}, ${me.user_id}, ${me.ocd_city_id}, ${storedRecord?.version ?? null}, ${sharedFacts === undefined})`.texts()
  if (!row) refuse('bill_not_found')
  const [version, json, factsJson, sponsorships, own, ownSponsorships] = row
  if (version && json) records.keep(bill_id, { version, json })
  const facts = factsJson && sponsorships ? { json: factsJson, sponsorships } : sharedFacts
  // What a replica may answer without the last write on this instance is not shared with other readers.
  const isShared = memory.databaseFor([bill_id], db) === db
  if (facts && facts !== sharedFacts && isShared) shared.keep(new Map([[bill_id, facts]]), since)
  const sponsorList = ownSponsorships ?? facts?.sponsorships ?? '[]'
  const bill = `${json ?? storedRecord?.json},${facts?.json},${own},"sponsorships":${sponsorList}}`
  return new JsonBytes(`{"success":true,"bill":${bill}}`)
}
