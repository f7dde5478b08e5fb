import { buffer } from 'node:stream/consumers'
import type { OnProgress } from '#server/platform/cli/progress.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { selectPictures } from '#server/platform/storage/pictureFiles.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type AddMember, writeArchive } from './archive.ts'
import {
  type Manifest,
  type ManifestHead,
  type Table,
  format,
  pictureMember,
  tableMember,
} from './manifest.ts'
import {
  prepareCopy,
  readRows,
  schemaTables,
  selectMigrations,
  selectNumbered,
  selectSizes,
  selectTables,
} from './queries.ts'

/**
 * The tables whose rows are not in a backup. Members sign in again after a restore, because a session that was ended
 * after the backup must not work again, and a browser shows notifications only during its session. They request password
 * resets and data exports again. Passkey challenges expire within minutes. Rate limits start from zero. The list of backups
 * belongs to the instance that made them. The newest release is looked up again.
 */
const tablesLeftOut: ReadonlySet<string> = new Set([
  'sessions',
  'push_subscriptions',
  'reset_tokens',
  'passkey_challenges',
  'exports',
  'rate_limits',
  'backups',
  'latest_release',
])

/**
 * SQL expressions that replace some columns. An unsent email contains working links, which must not be in an archive or
 * be sent by a copy of the site, so its text is not saved. Messages to representatives contain no links and are sent
 * after a restore.
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

/** A table is written in parts of about this size. Only one part is in memory at a time. */
const partBytes = 4 * 1024 * 1024

/**
 * Saves the database and the pictures from one snapshot, while the site keeps running. Throws `CommandError` if the
 * file exists and `StorageError` if the storage of pictures is unavailable.
 */
export async function backUp(
  pool: Pool,
  storage: Storage,
  path: string,
  onProgress: OnProgress = () => {},
): Promise<{ bytes: number; manifest: Manifest }> {
  return writeArchive(path, (add) =>
    pool.begin({ mode: 'isolation level repeatable read read only' }, (db) =>
      fill(db, storage, add, onProgress),
    ),
  )
}

async function fill(db: Db, storage: Storage, add: AddMember, onProgress: OnProgress): Promise<ManifestHead> {
  await prepareCopy(db)
  const [clock] = await db<{ taken_at: string }[]>`select now() as taken_at`
  // Pictures come first, because the file of a replaced picture is deleted at once, while the snapshot still has its
  // row.
  const { pictures, missing } = await addPictures(db, storage, add, onProgress)
  const migrations = await selectMigrations(db)
  const tables: Table[] = []
  const shapes = (await selectTables(db)).filter(
    ({ name }) => !schemaTables.includes(name) && !tablesLeftOut.has(name),
  )
  const sizes = await selectSizes(db)
  const total = shapes.reduce((sum, { name }) => sum + (sizes.get(name) ?? 0), 0)
  let done = 0
  for (const shape of shapes) {
    const size = sizes.get(shape.name) ?? 0
    // The text of the rows has another size than the table, so it never counts for more than the table.
    const rows = await addRows(db, shape, add, (bytes) =>
      onProgress(done + Math.min(bytes, size), total, shape.name),
    )
    done += size
    const numbered = await selectNumbered(db, shape.name)
    tables.push({ ...shape, rows, numbered })
  }
  return { format, taken_at: clock!.taken_at, migrations, tables, pictures, pictures_gone: missing }
}

async function addPictures(db: Db, storage: Storage, add: AddMember, onProgress: OnProgress) {
  const missing: string[] = []
  let pictures = 0
  const members = await selectPictures(db)
  for (const [index, { url, names }] of members.entries()) {
    onProgress(index, members.length, 'pictures')
    const files: { name: string; bytes: Buffer }[] = []
    for (const name of names) {
      const file = await storage.get(name)
      if (file) files.push({ name, bytes: await buffer(file.stream) })
    }
    if (files.length < names.length) {
      missing.push(url)
      continue
    }
    pictures += 1
    for (const { name, bytes } of files) await add(pictureMember(name), bytes)
  }
  return { pictures, missing }
}

/**
 * Adds the rows of a table. Returns the number of rows. Each row is one line, because COPY escapes line feeds within
 * values.
 */
async function addRows(
  db: Db,
  shape: Pick<Table, 'name' | 'columns'>,
  add: AddMember,
  onBytes: (bytes: number) => void,
): Promise<number> {
  let [rows, part, size, written] = [0, 0, 0, 0]
  onBytes(0)
  let chunks: Buffer[] = []
  const flush = async () => {
    if (size === 0) return
    part += 1
    await add(tableMember(shape.name, part), Buffer.concat(chunks))
    written += size
    onBytes(written)
    chunks = []
    size = 0
  }
  for await (const chunk of await readRows(db, shape, replaced[shape.name])) {
    const text = Buffer.from(chunk)
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, end + 1)) rows += 1
    chunks.push(text)
    size += text.byteLength
    if (size >= partBytes) await flush()
  }
  await flush()
  return rows
}
