import { CommandError } from '#server/platform/cli/command.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { type Storage, StorageError } from '#server/platform/storage/storage.ts'
import { derivedCounts } from './derivedCounts.ts'
import { maxListed } from './findings.ts'
import { findPictureProblems, repairPictures } from './pictures.ts'
import { checkInSlices, type Outcome, type Walk } from './slices.ts'

/** The number of checks: one for each derived count, and one for the picture files. */
export const checked = derivedCounts.length + 1

/**
 * Runs every check of `hurd check` from `walk.start` on. Throws `CommandError` if the storage of the pictures is
 * unavailable.
 */
export async function checkEverything(pool: Pool, storage: Storage, walk: Walk = {}): Promise<Outcome> {
  const values = await checkInSlices(pool, walk)
  const pictures = await checkPictures(pool, storage, walk).catch((error: unknown) => {
    throw error instanceof StorageError ? new CommandError(`${error.message}: try again.`) : error
  })
  return {
    found: values.found + pictures.found,
    left: values.left + pictures.left,
    problems: [...values.problems, ...pictures.problems],
    busy: values.busy,
    skipped: values.skipped,
  }
}

/** Returns true if every value was compared and is right. */
export function passed({ left, busy, skipped }: Outcome): boolean {
  return left + busy + skipped === 0
}

/** Describes what was not repaired or not compared because other transactions were in the way. */
export function describeBusy({ busy, skipped }: Outcome, command: string): string[] {
  const reason = 'because other transactions kept their rows busy'
  return [
    ...(busy > 0 ? [`Wrong values not repaired ${reason}: ${busy}. Run "${command}" again.`] : []),
    ...(skipped > 0 ? [`Slices not compared ${reason}: ${skipped}. Run "${command}" again.`] : []),
  ]
}

type PictureOutcome = Pick<Outcome, 'found' | 'left' | 'problems'>

async function checkPictures(pool: Pool, storage: Storage, walk: Walk): Promise<PictureOutcome> {
  const found = await findPictureProblems(pool, storage)
  for (const problem of found) walk.onProblem?.(problem)
  if (walk.repair && found.length > 0) await repairPictures(pool, storage)
  const left = walk.repair && found.length > 0 ? await findPictureProblems(pool, storage) : found
  return { found: found.length, left: left.length, problems: left.slice(0, maxListed) }
}
