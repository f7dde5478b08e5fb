import { fileURLToPath } from 'node:url'
import type { Pool } from '#server/platform/postgres/db.ts'
import { bundledPeople } from '#server/sources/people/bundledPeople.ts'
import { importPeople } from './import.ts'

const file = fileURLToPath(new URL('../../../db/seed/people.txt', import.meta.url))

/** Upserts the bundled representatives and returns their number. */
export async function seedRepresentatives(db: Pool): Promise<number> {
  const { inserted, updated, unchanged, refusals } = await importPeople(db, bundledPeople(file))
  const [firstRefusal] = refusals
  if (firstRefusal) {
    throw new Error(
      `Bundled representative rejected (people.txt, ${firstRefusal.record}): ${firstRefusal.reason}`,
    )
  }
  return inserted + updated + unchanged
}
