import { CommandError } from '../cli/command.ts'
import type { Pool } from '../postgres/db.ts'
import { type Storage, StorageError } from '../storage/storage.ts'
import { derivedCounts, findProblems, type Problem } from './derivedCounts.ts'
import { findPictureProblems } from './pictures.ts'

/** The number of checks: the derived counts, and one check of the files of pictures. */
export const checked = derivedCounts.length + 1

/** Runs every check of `hurd check`. Throws `CommandError` if the storage of the pictures is unavailable. */
export async function findEveryProblem(pool: Pool, storage: Storage): Promise<Problem[]> {
  const mismatches = await pool.begin({ mode: 'isolation level repeatable read' }, findProblems)
  const pictures = await findPictureProblems(pool, storage).catch((error: unknown) => {
    throw error instanceof StorageError ? new CommandError(`${error.message}: try again.`) : error
  })
  return [...mismatches, ...pictures]
}
