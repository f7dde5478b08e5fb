import { CommandError } from '../cli/command.ts'
import type { Pool } from '../postgres/db.ts'
import { type Storage, StorageError } from '../storage/storage.ts'
import { figures, findProblems, type Problem } from './figures.ts'
import { findPictureProblems } from './pictures.ts'

/** The figures, and the pictures' files. */
export const checked = figures.length + 1

/** All that `hurd check` looks at. Throws `CommandError` where the pictures' store is away. */
export async function findEveryProblem(pool: Pool, storage: Storage): Promise<Problem[]> {
  const disagreeing = await pool.begin({ mode: 'isolation level repeatable read' }, findProblems)
  const pictures = await findPictureProblems(pool, storage).catch((error: unknown) => {
    throw error instanceof StorageError ? new CommandError(`${error.message}: try again.`) : error
  })
  return [...disagreeing, ...pictures]
}
