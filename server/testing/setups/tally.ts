import { join } from 'node:path'
import { takeStance } from '#contract/bills/bills.ts'
import type { Stance } from '#contract/stances.ts'
import { tallySlice } from '#server/participation/tally/tally.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

function tallySettings(app: TestServer) {
  return { publicOrigin: 'http://localhost:3000', deletionLedger: join(app.dataDir, 'deletions.ledger') }
}

/**
 * Runs the whole tally of a day, as the recurring task does at ten minutes after the following midnight. `between` is called
 * between two slices.
 */
export async function runTally(
  app: TestServer,
  day: string,
  between: (position: string) => Promise<void> = async () => {},
): Promise<void> {
  const now = new Date(Date.parse(day) + (24 * 60 + 10) * 60_000)
  let position: string | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- a slice begins where the previous one ended
    position = await tallySlice(app.pool, tallySettings(app), position, now)
    // oxlint-disable-next-line no-await-in-loop -- likewise
    if (position !== null) await between(position)
  } while (position !== null)
}

/** Returns a function that names the days one after the other, because the tallies of one log go forward. */
export function openDays(first: string): () => string {
  let next = Date.parse(first)
  return () => {
    const day = new Date(next).toISOString().slice(0, 10)
    next += 24 * 60 * 60_000
    return day
  }
}

export function take(by: Person, id: string, stance: Stance) {
  return by.call(takeStance, { id, stance })
}

export async function publishedKeys(app: TestServer): Promise<string> {
  return (await fetch(`${app.origin}/transparency/key`)).text()
}

export async function entriesOf(app: TestServer, day: string) {
  return app.pool<{ kind: string; bill_id: string | null; line: string }[]>`
    select kind, bill_id, line from tally_entries where day = ${day} order by entry_no`
}
