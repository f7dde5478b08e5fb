import { findMissing, findOrphans, removeOrphans } from '../people/pictures/pictureFiles.ts'
import type { Db } from '../postgres/db.ts'
import type { Storage } from '../storage/storage.ts'
import type { Problem } from './figures.ts'

/** Every picture of a member has its files, and every file that is not being uploaded is somebody's. */
export async function findPictureProblems(db: Db, storage: Storage): Promise<Problem[]> {
  const what = "a member's picture"
  const missing = await findMissing(db, storage)
  const orphans = await findOrphans(db, storage)
  return [
    ...missing.map(({ user_id, name }) => ({ what, where: user_id, stored: name, actual: 'no such file' })),
    ...orphans.map((name) => ({ what, where: name, stored: 'a file', actual: "nobody's" })),
  ]
}

/** A missing file is for a person to look into: the store may just be the wrong one. */
export async function repairPictures(db: Db, storage: Storage): Promise<void> {
  await removeOrphans(db, storage)
}
