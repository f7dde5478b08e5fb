import { fileURLToPath } from 'node:url'
import type { Pool } from '../postgres/db.ts'
import { sourceFiles } from '../sources/files.ts'
import { voteRecords } from '../sources/votes/voteFiles.ts'
import { importVotes } from '../voteEvents/import.ts'

/**
 * Imports the bundled votes on the bundled bills. Call it after importing the representatives, because the votes are
 * linked to them. Returns the number of votes.
 */
export async function seedVotes(db: Pool): Promise<number> {
  const file = fileURLToPath(new URL('../../db/seed/votes.jsonl', import.meta.url))
  const { inserted, updated, unchanged, refusals } = await importVotes(
    db,
    voteRecords(await sourceFiles([file]), 'hurd'),
  )
  const [first] = refusals
  if (first) throw new Error(`The bundled vote ${first.record} was rejected: ${first.reason}`)
  return inserted + updated + unchanged
}
