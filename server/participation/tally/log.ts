import type { Db, Transaction } from '#server/platform/postgres/db.ts'
import { signCheckpoint, type SigningKey } from './core/checkpoint.ts'
import { finderOf, type LogNode, type NodePlace, nodesOfLine, placesReadBy, rootOf } from './core/logTree.ts'

export type NewEntry = {
  kind: 'bill' | 'roll' | 'key' | 'restored'
  day: string
  bill_id?: string
  line: string
  root?: Buffer
  /** The time of the entry, if not now. For a roll it is the time to which members are counted. */
  created_at?: string
}

/** Keeps other transactions from appending, and returns how many entries the log has. */
export async function lockLog(db: Transaction): Promise<number> {
  await db`select lock_tally()`
  return logSize(db)
}

export async function logSize(db: Db): Promise<number> {
  const [row] = await db<{ size: number }[]>`
    select coalesce(max(entry_no) + 1, 0)::int as size from tally_entries`
  return row!.size
}

/** Appends an entry to the log, which the caller has locked, and returns its position. */
export async function appendEntry(db: Transaction, entry: NewEntry): Promise<number> {
  const size = await logSize(db)
  const { kind, day, bill_id = null, line, root = null, created_at = null } = entry
  const find = await findNodes(db, (node) => nodesOfLine(size, line, node))
  await db`
    insert into tally_entries (entry_no, kind, day, bill_id, line, root, created_at)
    values (${size}, ${kind}, ${day}, ${bill_id}, ${line}, ${root}, coalesce(${created_at}::timestamptz, now()))`
  for (const { level, index, hash } of nodesOfLine(size, line, find)) {
    // oxlint-disable-next-line no-await-in-loop -- an entry completes two nodes on average
    await db`insert into tally_nodes (level, node_index, hash) values (${level}, ${index}, ${hash})`
  }
  return size
}

/** Signs the log as it is and stores the checkpoint. */
export async function appendCheckpoint(
  db: Transaction,
  key: SigningKey,
  origin: string,
): Promise<{ size: number; note: string }> {
  const size = await logSize(db)
  const note = signCheckpoint(key, origin, size, await rootOfLog(db, size))
  await db`
    insert into tally_checkpoints (size, note, day)
    select ${size}, ${note}, max(day) from tally_entries where kind = 'roll'`
  return { size, note }
}

/** Computes the root of the first `size` entries. */
export async function rootOfLog(db: Db, size: number): Promise<Buffer> {
  return rootOf(size, await findNodes(db, (node) => rootOf(size, node)))
}

/** Reads all nodes that `compute` needs in one statement, and returns a function that finds them. */
export async function findNodes(
  db: Db,
  compute: (find: (place: NodePlace) => Buffer) => unknown,
): Promise<(place: NodePlace) => Buffer> {
  const places = placesReadBy(compute)
  const rows = await db<LogNode[]>`
    select n.level, n.node_index::int as index, n.hash
      from unnest(${places.map(({ level }) => level)}::int[], ${places.map(({ index }) => index)}::bigint[])
           as wanted (level, node_index)
      join tally_nodes n on n.level = wanted.level and n.node_index = wanted.node_index`
  return finderOf(rows)
}

export type StoredCheckpoint = { size: number; note: string; day: string | null }

/** Selects the newest checkpoint, or the one of a size. */
export async function selectCheckpoint(db: Db, size: number | null = null): Promise<StoredCheckpoint | null> {
  const [row] = await db<StoredCheckpoint[]>`
    select size::int, note, day::text from tally_checkpoints
     where ${size}::bigint is null or size = ${size} order by tally_checkpoints.size desc limit 1`
  return row ?? null
}
