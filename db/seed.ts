import { fileURLToPath } from 'node:url'
import { importBills } from '../server/bills/import.ts'
import type { Pool } from '../server/kit/db.ts'
import { seedPlaces } from '../server/places/seedPlaces.ts'
import { seedRepresentatives } from '../server/representatives/bundled.ts'
import { billRecords, sourceFiles } from '../server/sources/files.ts'
import { findMissing } from './missing.ts'
import { seedDemo } from './seedDemo.ts'

const billFiles = ['federal.jsonl', 'state.jsonl', 'local.jsonl']

/**
 * Fills an empty database: the gazetteer, the bundled real bills and representatives, and with `demo` the invented
 * cast. Each part looks for itself whether it is there, so a start that was cut short is made up for by the next.
 */
export async function seedIfEmpty(pool: Pool, demo: boolean, say: (line: string) => void): Promise<void> {
  const missing = await findMissing(pool, demo)
  if (await seedPlaces(pool)) say('Loaded the gazetteer: states, districts, places and ZIP codes')
  if (missing.bills) {
    say('Loading civic data: real federal, state and local bills …')
    const files = await sourceFiles(
      billFiles.map((name) => fileURLToPath(new URL(`seed/${name}`, import.meta.url))),
    )
    const { inserted, refusals } = await importBills(pool, billRecords(files, 'hurd'))
    const [first] = refusals
    if (first) throw new Error(`The bundled bill ${first.record} was refused: ${first.reason}`)
    say(`Loaded ${inserted} bills`)
  }
  if (missing.representatives) {
    const people = await seedRepresentatives(pool)
    say(`Loaded ${people} representatives`)
  }
  if (missing.cast) {
    say('Inviting the demo cast: people, stances and discussions …')
    await seedDemo(pool)
  }
}
