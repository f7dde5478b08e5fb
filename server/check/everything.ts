import { CommandError } from '../cli/command.ts'
import type { Pool } from '../postgres/db.ts'
import { type Storage, StorageError } from '../storage/storage.ts'
import { derivedCounts, type Problem } from './derivedCounts.ts'
import { findPictureProblems, repairPictures } from './pictures.ts'
import { checkInSlices, type Outcome, type Walk } from './slices.ts'

/** The number of checks: the derived counts, and one check of the files of pictures. */
export const checked = derivedCounts.length + 1

/**
 * Runs every check of `hurd check`, from the start of the walk. Throws `CommandError` if the storage of the pictures is
 * unavailable.
 */
export async function checkEverything(pool: Pool, storage: Storage, walk: Walk = {}): Promise<Outcome> {
  const values = await checkInSlices(pool, walk)
  const pictures = await checkPictures(pool, storage, walk).catch((error: unknown) => {
    throw error instanceof StorageError ? new CommandError(`${error.message}: try again.`) : error
  })
  return { found: values.found + pictures.found, left: [...values.left, ...pictures.left] }
}

async function checkPictures(pool: Pool, storage: Storage, walk: Walk): Promise<Outcome> {
  const problems: Problem[] = await findPictureProblems(pool, storage)
  for (const problem of problems) walk.onProblem?.(problem)
  if (!walk.repair || problems.length === 0) return { found: problems.length, left: problems }
  await repairPictures(pool, storage)
  return { found: problems.length, left: await findPictureProblems(pool, storage) }
}
