import { fileURLToPath } from 'node:url'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { seedDistrictMaps } from '#server/legislation/places/districtMaps.ts'
import { seedPlaces } from '#server/legislation/places/gazetteer/seedPlaces.ts'
import { seedRepresentatives } from '#server/legislation/representatives/bundled.ts'
import { seedSessions } from '#server/legislation/sessions/importSessions.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { voteRecords } from '#server/sources/votes/voteFiles.ts'
import { findDemoMembers } from './demo/demoMembers.ts'
import { readDigests, withDigests } from './demo/digests.ts'
import { seedDemo } from './demo/seedDemo.ts'
import { seedExamples } from './examples/seedExamples.ts'
import { findMissing } from './missing.ts'
import { seedCommittees, seedDemoHearing } from './seedCommittees.ts'

const billFiles = ['federal.jsonl', 'state.jsonl', 'local.jsonl']

/** An arbitrary number for an advisory lock. Processes that seed the same database take turns. */
const seedLock = 7_021_777

/** Runs `work` while no other process seeds this database. */
export async function withSeedLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const done = await pool.begin(async (lock) => {
    await lock`set local idle_in_transaction_session_timeout = 0`
    await lock`set local lock_timeout = 0`
    await lock`select pg_advisory_xact_lock(${seedLock})`
    return { result: await work() }
  })
  return done.result
}

/**
 * Seeds an empty database with the gazetteer, the bundled bills and representatives and, with `demo`, the demo members.
 * Each part checks whether it is missing, so the next start completes a start that was interrupted.
 */
export async function seedIfEmpty(pool: Pool, demo: boolean, log: (line: string) => void): Promise<void> {
  const missing = await findMissing(pool, demo)
  if (await seedPlaces(pool)) log('Loaded the gazetteer: states, districts, places and ZIP codes')
  await seedDistrictMaps(pool)
  await seedSessions(pool)
  if (missing.representatives) {
    const count = await seedRepresentatives(pool)
    log(`Loaded ${count} representatives`)
  }
  if (missing.bills) {
    log('Loading civic data: real federal, state and local bills …')
    const { inserted, refusals } = await importBundledBills(pool)
    const [first] = refusals
    if (first) throw new Error(`The bundled bill ${first.record} was rejected: ${first.reason}`)
    log(`Loaded ${inserted} bills`)
  }
  const hasNewRecords = missing.bills || missing.representatives
  if (hasNewRecords || missing.votes) log(`Loaded ${await seedVotes(pool)} votes`)
  if (hasNewRecords || missing.committees) log(`Loaded ${await seedCommittees(pool)} committees`)
  if (missing.demoMembers) {
    log('Creating demo members, stances and discussions …')
    await seedExamples(pool)
    // The members come last, because a start that was interrupted before them creates all of this again.
    await seedDemoHearing(pool)
    await seedDemo(pool)
  }
}

async function importBundledBills(pool: Pool) {
  const files = await sourceFiles(
    billFiles.map((name) => fileURLToPath(new URL(`../../../db/seed/${name}`, import.meta.url))),
  )
  return importBills(pool, withDigests(billRecords(files, 'hurd'), await readDigests()))
}

/**
 * Adds the demo data to an instance that may already have data. Existing rows stay, and missing ones are added. Returns
 * true if demo members were created. Throws an `Error` with one sentence if other members have the usernames or email
 * addresses of the demo members.
 */
export async function seedDemoMembers(pool: Pool, log: (line: string) => void): Promise<boolean> {
  return withSeedLock(pool, async () => {
    const demoMembers = await findDemoMembers(pool)
    if (demoMembers.conflicting.length > 0) {
      throw new Error(
        `Other members have names or addresses of the demo members (${demoMembers.conflicting.join(', ')}). Use a separate instance for the demo data.`,
      )
    }
    if (await seedPlaces(pool)) log('Loaded the gazetteer: states, districts, places and ZIP codes')
    // Records that were imported since the bundle was made are newer and stay.
    const { representatives } = await findMissing(pool, true)
    if (representatives) log(`Loaded ${await seedRepresentatives(pool)} representatives`)
    const { inserted } = await importBundledBills(pool)
    log(inserted > 0 ? `Loaded ${inserted} bills` : 'Bills are already loaded')
    log(`Loaded ${await seedVotes(pool)} votes`)
    log(`Loaded ${await seedCommittees(pool)} committees`)
    if (demoMembers.present) return false
    await seedExamples(pool)
    await seedDemoHearing(pool)
    await seedDemo(pool)
    return true
  })
}

/**
 * Imports the bundled votes on the bundled bills. Call it after importing the representatives, because the votes are
 * linked to them. Returns the number of votes.
 */
async function seedVotes(db: Pool): Promise<number> {
  const file = fileURLToPath(new URL('../../../db/seed/votes.jsonl', import.meta.url))
  const { inserted, updated, unchanged, refusals } = await importVotes(
    db,
    voteRecords(await sourceFiles([file]), 'hurd'),
  )
  const [first] = refusals
  if (first) throw new Error(`The bundled vote ${first.record} was rejected: ${first.reason}`)
  return inserted + updated + unchanged
}
