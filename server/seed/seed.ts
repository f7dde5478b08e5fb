import { fileURLToPath } from 'node:url'
import { importBills } from '../bills/import/import.ts'
import { seedPlaces } from '../places/gazetteer/seedPlaces.ts'
import type { Pool } from '../postgres/db.ts'
import { seedRepresentatives } from '../representatives/bundled.ts'
import { billRecords, sourceFiles } from '../sources/files.ts'
import { findCast } from './demoMembers.ts'
import { readDigests, withDigests } from './digests.ts'
import { findMissing } from './missing.ts'
import { seedDemo } from './seedDemo.ts'

const billFiles = ['federal.jsonl', 'state.jsonl', 'local.jsonl']

/** Any number; two processes that would fill one database take turns. */
const seedLock = 7_021_777

/** Does the work while no other process fills this database. */
export async function inTurn<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const done = await pool.begin(async (turn) => {
    await turn`set local idle_in_transaction_session_timeout = 0`
    await turn`set local lock_timeout = 0`
    await turn`select pg_advisory_xact_lock(${seedLock})`
    return { result: await work() }
  })
  return done.result
}

/**
 * Fills an empty database: the gazetteer, the bundled real bills and representatives, and with `demo` the invented
 * cast. Each part looks for itself whether it is there, so a start that was cut short is made up for by the next.
 */
export async function seedIfEmpty(pool: Pool, demo: boolean, say: (line: string) => void): Promise<void> {
  const missing = await findMissing(pool, demo)
  if (await seedPlaces(pool)) say('Loaded the gazetteer: states, districts, places and ZIP codes')
  if (missing.bills) {
    say('Loading civic data: real federal, state and local bills …')
    const { inserted, refusals } = await importBundledBills(pool)
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

async function importBundledBills(pool: Pool) {
  const files = await sourceFiles(
    billFiles.map((name) => fileURLToPath(new URL(`../../db/seed/${name}`, import.meta.url))),
  )
  return importBills(pool, withDigests(billRecords(files, 'hurd'), await readDigests()))
}

/**
 * The demonstration on an instance that may hold something already: what is there stays, what is missing comes. Answers
 * whether the cast came with it. Throws an `Error` with one sentence where others have the names of the cast.
 */
export async function seedDemonstration(pool: Pool, say: (line: string) => void): Promise<boolean> {
  return inTurn(pool, async () => {
    const cast = await findCast(pool)
    if (cast.taken.length > 0) {
      throw new Error(
        `Other members have names or addresses of the invented cast (${cast.taken.join(', ')}): the demonstration needs an instance of its own.`,
      )
    }
    if (await seedPlaces(pool)) say('Loaded the gazetteer: states, districts, places and ZIP codes')
    // What an import has brought since is newer, and stays.
    const { inserted } = await importBundledBills(pool)
    say(inserted > 0 ? `Loaded ${inserted} bills` : 'The bills are there')
    say(`Loaded ${await seedRepresentatives(pool)} representatives`)
    if (cast.here) return false
    await seedDemo(pool)
    return true
  })
}
