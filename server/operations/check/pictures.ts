import { findMissing, findOrphans, removeOrphans } from '#server/members/people/pictures/pictureFiles.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { Problem } from './derivedCounts.ts'

/** Finds profile pictures without files, and files that belong to no profile and are not being uploaded. */
export async function findPictureProblems(db: Db, storage: Storage): Promise<Problem[]> {
  const what = "a member's picture"
  const missing = await findMissing(db, storage)
  const orphans = await findOrphans(db, storage)
  return [
    ...missing.map(({ user_id, name }) => ({ what, where: user_id, stored: name, actual: 'no such file' })),
    ...orphans.map((name) => ({ what, where: name, stored: 'a file', actual: 'not used by any profile' })),
  ]
}

/**
 * Deletes files that belong to no profile. Missing files are left to the operator, because the wrong storage may be
 * configured.
 */
export async function repairPictures(db: Db, storage: Storage): Promise<void> {
  await removeOrphans(db, storage)
}
