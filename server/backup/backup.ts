import { buffer } from 'node:stream/consumers'
import { memberPictures } from '../people/pictures/pictureFiles.ts'
import type { Db, Pool } from '../postgres/db.ts'
import type { Storage } from '../storage/storage.ts'
import { type AddMember, writeArchive } from './archive.ts'
import {
  type Manifest,
  type ManifestHead,
  type Table,
  format,
  pictureMember,
  tableMember,
} from './manifest.ts'
import { prepareCopy, readRows, selectMigrations, selectNumbered, selectTables } from './queries.ts'

/**
 * Tables whose rows stay behind: whoever was signed in signs in again, so that no session that was ended after the
 * backup comes alive with it; links to reset a password, and archives of one's own data, are asked for anew. Limits begin
 * again.
 */
export const tablesLeftOut: readonly string[] = ['sessions', 'reset_tokens', 'exports', 'rate_limits']

/**
 * What goes out in place of some columns. Undelivered email holds live links, which must not stand in an archive, nor be
 * sent from a copy of the site; its row stays for the operator's list. Letters hold none, and go out after a restore.
 */
const hasLinks = "purpose <> 'representative_message'"
const replaced: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  emails: {
    text: `case when ${hasLinks} then '' else text end`,
    html: 'null',
    state: `case when ${hasLinks} and state = 'pending' then 'dead' else state end`,
    last_error: `case when ${hasLinks} and state = 'pending' then 'its text is not part of a backup' else last_error end`,
  },
}

/** A table goes out in parts of about this size, of which one is in memory. */
const partBytes = 4 * 1024 * 1024

/**
 * All of the database and its pictures as they were at one moment, while everybody goes on. Throws `CommandError` where
 * the file is already there, `StorageError` where the pictures' store is away.
 */
export async function backUp(
  pool: Pool,
  storage: Storage,
  path: string,
): Promise<{ bytes: number; manifest: Manifest }> {
  return writeArchive(path, (add) =>
    pool.begin({ mode: 'isolation level repeatable read read only' }, (db) => fill(db, storage, add)),
  )
}

async function fill(db: Db, storage: Storage, add: AddMember): Promise<ManifestHead> {
  await prepareCopy(db)
  const [clock] = await db<{ taken_at: string }[]>`select now() as taken_at`
  // First, because a picture that its member replaces goes at once, and a row of the snapshot does not.
  const { pictures, gone } = await addPictures(db, storage, add)
  const migrations = await selectMigrations(db)
  const tables: Table[] = []
  for (const shape of await selectTables(db)) {
    if (shape.name === 'schema_migrations' || tablesLeftOut.includes(shape.name)) continue
    const rows = await addRows(db, shape, add)
    tables.push({ ...shape, rows, numbered: await selectNumbered(db, shape.name) })
  }
  return { format, taken_at: clock!.taken_at, migrations, tables, pictures, pictures_gone: gone }
}

async function addPictures(db: Db, storage: Storage, add: AddMember) {
  const gone: string[] = []
  let pictures = 0
  for (const { url, names } of await memberPictures(db)) {
    const files: { name: string; bytes: Buffer }[] = []
    for (const name of names) {
      const file = await storage.get(name)
      if (file) files.push({ name, bytes: await buffer(file.stream) })
    }
    if (files.length < names.length) {
      gone.push(url)
      continue
    }
    pictures += 1
    for (const { name, bytes } of files) await add(pictureMember(name), bytes)
  }
  return { pictures, gone }
}

/** Answers how many rows there were: one to a line, for COPY writes the ends of lines within a value otherwise. */
async function addRows(db: Db, shape: Pick<Table, 'name' | 'columns'>, add: AddMember): Promise<number> {
  let [rows, part, size] = [0, 0, 0]
  let held: Buffer[] = []
  const flush = async () => {
    if (size === 0) return
    part += 1
    await add(tableMember(shape.name, part), Buffer.concat(held))
    held = []
    size = 0
  }
  for await (const chunk of await readRows(db, shape, replaced[shape.name])) {
    const text = Buffer.from(chunk)
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, end + 1)) rows += 1
    held.push(text)
    size += text.byteLength
    if (size >= partBytes) await flush()
  }
  await flush()
  return rows
}
