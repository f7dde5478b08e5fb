import * as z from 'zod/mini'
import { BillSections } from '#contract/bills/billContent.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { billText } from '#server/platform/language/billTexts.ts'
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
export async function getBill(
  { db, memory, me }: Reading,
  bill_id: string,
  language: string | undefined,
): Promise<JsonBytes> {
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
  const record = json ?? storedRecord?.json ?? ''
  const bill = `${record}${translationOf(record, language)},${facts?.json},${own},"sponsorships":${sponsorList}}`
  return new JsonBytes(`{"success":true,"bill":${bill}}`)
}

const Translatable = z.object({ summary: z.string(), bill_sections: z.nullable(BillSections) })

/** Returns the field with Hurd's own words in this language, or nothing if none of them is translated. */
function translationOf(record: string, language: string | undefined): string {
  if (language === undefined) return ''
  const { summary, bill_sections } = Translatable.parse(JSON.parse(`${record}}`))
  const [words, digest] = [
    billText(summary, language),
    bill_sections?.note && digestIn(bill_sections, language),
  ]
  if (!words && !digest) return ''
  const translation = { language, ...(words && { summary: words }), ...(digest && { bill_sections: digest }) }
  return `,"translation":${JSON.stringify(translation)}`
}

/** Returns a digest in this language, or null if a part of it is not translated. */
function digestIn({ note = '', sections }: BillSections, language: string): BillSections | null {
  const translated = [note, ...sections.flatMap(({ title, content }) => [title, content])].map((text) =>
    billText(text, language),
  )
  if (translated.includes(null)) return null
  const [label, ...texts] = translated.map((text) => text ?? '')
  return {
    note: label,
    sections: sections.map(({ number }, index) => ({
      number,
      title: texts[2 * index] ?? '',
      content: texts[2 * index + 1] ?? '',
    })),
  }
}
