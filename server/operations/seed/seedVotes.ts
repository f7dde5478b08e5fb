import { fileURLToPath } from 'node:url'
import { importVotes } from '#server/legislation/votes/import.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { sourceFiles } from '#server/sources/files.ts'
import { voteRecords } from '#server/sources/votes/voteFiles.ts'

/**
 * Imports the bundled votes on the bundled bills. Call it after importing the representatives, because the votes are
 * linked to them. Returns the number of votes.
 */
export async function seedVotes(db: Pool): Promise<number> {
  const file = fileURLToPath(new URL('../../../db/seed/votes.jsonl', import.meta.url))
  const { inserted, updated, unchanged, refusals } = await importVotes(
    db,
    voteRecords(await sourceFiles([file]), 'hurd'),
  )
  const [first] = refusals
  if (first) throw new Error(`The bundled vote ${first.record} was rejected: ${first.reason}`)
  return inserted + updated + unchanged
}
