import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pictureSides, smallPictureUrl } from '../../../contract/pictures.ts'
import type { Db } from '../../postgres/db.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Squares } from './pictureImage.ts'

const folder = '/uploads/'
/** A file this old that is nobody's will never be: an upload ends long before. */
const orphanAgeMs = 60 * 60_000
const batch = 1_000

/** Stores both squares under a new name; answers the address of the large one, as members carry it. */
export async function storePicture(storage: Storage, squares: Squares): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await storage.put(`${id}-${pictureSides.small}.webp`, squares.small)
  await storage.put(`${id}-${pictureSides.large}.webp`, squares.large)
  return `${folder}${id}-${pictureSides.large}.webp`
}

/** Both files of a picture, once nobody has it any more: after the commit. Null and foreign addresses have none. */
export async function removePictureFiles(storage: Storage, url: string | null): Promise<void> {
  const [, id] = /^\/uploads\/([0-9a-f]{32})-\d+\.webp$/.exec(url ?? '') ?? []
  if (!id) return
  for (const side of Object.values(pictureSides)) await storage.remove(`${id}-${side}.webp`)
}

/** Both squares of a picture, small and large, to be kept beside a deleted account; null where a file is missing. */
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

/** Lets go of files that are nobody's: of uploads that broke off, and of removals that did. Answers how many. */
export async function removeOrphans(db: Db, storage: Storage): Promise<number> {
  const orphans = await findOrphans(db, storage)
  for (const name of orphans) await storage.remove(name)
  return orphans.length
}

export async function findOrphans(db: Db, storage: Storage): Promise<string[]> {
  const orphans: string[] = []
  let names: string[] = []
  const sift = async () => {
    const rows = await db<{ name: string }[]>`
      select name from unnest(${names}::text[]) as stored (name)
       where not exists (
         select from users
          where profile_picture_url = ${folder} || split_part(name, '-', 1) || ${`-${pictureSides.large}.webp`})`
    orphans.push(...rows.map(({ name }) => name))
    names = []
  }
  for await (const { name, changedAt } of storage.list()) {
    if (Date.now() - changedAt.getTime() < orphanAgeMs) continue
    if (names.push(name) === batch) await sift()
  }
  await sift()
  return orphans
}

/** Pictures that members have and the store has not, as the names of their missing files. */
export async function findMissing(db: Db, storage: Storage): Promise<{ user_id: string; name: string }[]> {
  const before = await memberPictures(db)
  const held = new Set<string>()
  for await (const { name } of storage.list()) held.add(name)
  const missing = before.filter(({ names }) => names.some((name) => !held.has(name)))
  // Who changed their picture meanwhile misses nothing.
  const still = new Set(missing.length === 0 ? [] : (await memberPictures(db)).map(({ url }) => url))
  return missing
    .filter(({ url }) => still.has(url))
    .flatMap(({ user_id, names }) =>
      names.filter((name) => !held.has(name)).map((name) => ({ user_id, name })),
    )
}

/** Every member's picture: its address, and the names of its files. */
export async function memberPictures(db: Db) {
  const rows = await db<{ user_id: string; url: string }[]>`
    select user_id, profile_picture_url as url from users where profile_picture_url is not null`
  return rows.map(({ user_id, url }) => ({
    user_id,
    url,
    names: [url, smallPictureUrl(url)].map((one) => one.slice(folder.length)),
  }))
}
