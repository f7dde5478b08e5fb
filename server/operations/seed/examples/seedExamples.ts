import { importBills } from '#server/legislation/bills/import/import.ts'
import { importEvents } from '#server/legislation/hearings/import.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { exampleBill, exampleHearing, exampleVotes, readExamples } from './exampleTable.ts'

/**
 * Imports the invented bills of every level, with several versions of their texts, votes and hearings. No text of a
 * real bill is bundled, so these bills show how versions are compared.
 */
export async function seedExamples(db: Pool): Promise<void> {
  const examples = await readExamples()
  const bills = await importBills(db, each(examples.map(exampleBill)), undefined, { notify: false })
  const votes = await importVotes(db, each(examples.flatMap(exampleVotes)))
  const events = await importEvents(db, each(examples.flatMap(exampleHearing)), undefined, { notify: false })
  const [first] = [...bills.refusals, ...votes.refusals, ...events.refusals]
  if (first) throw new Error(`The example ${first.record} was rejected: ${first.reason}`)
}

// oxlint-disable-next-line require-await -- the imports read async iterables
async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
