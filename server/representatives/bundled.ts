import { fileURLToPath } from 'node:url'
import type { Pool } from '../postgres/db.ts'
import { bundledPeople } from '../sources/people/bundledPeople.ts'
import { importPeople } from './import.ts'

const file = fileURLToPath(new URL('../../db/seed/people.txt', import.meta.url))

/** Inserts or updates the bundled representatives by id and returns how many there are. */
export async function seedRepresentatives(db: Pool): Promise<number> {
  const { inserted, updated, unchanged, refusals } = await importPeople(db, bundledPeople(file))
  const [first] = refusals
  if (first) throw new Error(`The bundled representative of ${first.record} was rejected: ${first.reason}`)
  return inserted + updated + unchanged
}
