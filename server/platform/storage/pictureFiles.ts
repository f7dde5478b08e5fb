import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pictureSides, smallPictureUrl } from '#contract/people.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Squares } from './pictureImage.ts'
import type { Storage } from './storage.ts'

const folder = '/uploads/'
/** A file older than this that no profile or portrait uses is orphaned. Every upload finishes much sooner. */
const orphanAgeMs = 60 * 60_000
const batch = 1_000

/** Stores both squares under a new name. Returns the URL of the large one, as stored in `users` and `representatives`. */
export async function storePicture(storage: Storage, squares: Squares): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await storage.put(`${id}-${pictureSides.small}.webp`, squares.small)
  await storage.put(`${id}-${pictureSides.large}.webp`, squares.large)
  return `${folder}${id}-${pictureSides.large}.webp`
}

/** Removes both files of a picture. Call it after the commit. Does nothing for null and for external URLs. */
export async function removePictureFiles(storage: Storage, url: string | null): Promise<void> {
  const [, id] = /^\/uploads\/([0-9a-f]{32})-\d+\.webp$/.exec(url ?? '') ?? []
  if (!id) return
  for (const side of Object.values(pictureSides)) await storage.remove(`${id}-${side}.webp`)
}

/** Reads both squares so that they can be stored with a deleted account, or null if a file is missing. */
export async function readPictureFiles(storage: Storage, url: string | null): Promise<Squares | null> {
  const [, id] = /^\/uploads\/([0-9a-f]{32})-\d+\.webp$/.exec(url ?? '') ?? []
  if (!id) return null
  const read = async (side: number) => {
    const file = await storage.get(`${id}-${side}.webp`)
    return file ? buffer(file.stream) : null
  }
  const [small, large] = [await read(pictureSides.small), await read(pictureSides.large)]
  return small && large ? { small, large } : null
}

/**
 * Deletes orphaned files, which are left by uploads or removals that failed halfway. Returns their number.
 *
 * @param prefix only files whose names begin with it are deleted
 */
export async function removeOrphans(db: Db, storage: Storage, prefix = ''): Promise<number> {
  const orphans = await findOrphans(db, storage, prefix)
  for (const name of orphans) await storage.remove(name)
  return orphans.length
}

export async function findOrphans(db: Db, storage: Storage, prefix = ''): Promise<string[]> {
  const orphans: string[] = []
  let names: string[] = []
  const checkBatch = async () => {
    const rows = await db<{ name: string }[]>`
      select name from unnest(${names}::text[]) as stored (name)
      cross join lateral (
        select ${folder} || split_part(name, '-', 1) || ${`-${pictureSides.large}.webp`} as url) large
       where not exists (select from users where profile_picture_url = large.url)
         and not exists (select from representatives where portrait_url = large.url)`
    orphans.push(...rows.map(({ name }) => name))
    names = []
  }
  for await (const { name, changedAt } of storage.list(prefix)) {
    if (Date.now() - changedAt.getTime() < orphanAgeMs) continue
    if (names.push(name) === batch) await checkBatch()
  }
  await checkBatch()
  return orphans
}

/** Finds the names of picture files that profiles and portraits refer to and that the storage does not have. */
export async function findMissing(db: Db, storage: Storage): Promise<{ owner: string; name: string }[]> {
  const before = await selectPictures(db)
  const storedNames = new Set<string>()
  for await (const { name } of storage.list()) storedNames.add(name)
  const missing = before.filter(({ names }) => names.some((name) => !storedNames.has(name)))
  // If a picture was replaced in the meantime, its file is not missing.
  const currentUrls = new Set(missing.length === 0 ? [] : (await selectPictures(db)).map(({ url }) => url))
  return missing
    .filter(({ url }) => currentUrls.has(url))
    .flatMap(({ owner, names }) =>
      names.filter((name) => !storedNames.has(name)).map((name) => ({ owner, name })),
    )
}

/** Returns the id of the owner, the URL and the file names of every member's picture and every portrait. */
export async function selectPictures(db: Db) {
  const rows = await db<{ owner: string; url: string }[]>`
    select user_id::text as owner, profile_picture_url as url from users where profile_picture_url is not null
    union all
    select rep_id, portrait_url from representatives where portrait_url is not null`
  return rows.map(({ owner, url }) => ({
    owner,
    url,
    names: [url, smallPictureUrl(url)].map((fileUrl) => fileUrl.slice(folder.length)),
  }))
}
