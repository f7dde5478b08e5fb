import { databaseErrorKind } from '#server/platform/postgres/databaseErrors.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

/** A table with one partition for each period of time (db/tables/05_partitions.sql). */
type PartitionedTable = {
  table: string
  width: 'month' | 'week'
  /** How far ahead of now partitions are created, as a PostgreSQL interval. */
  ahead: string
}

export const partitionedTables: readonly PartitionedTable[] = [
  { table: 'audit_log', width: 'month', ahead: '3 months' },
  { table: 'emails', width: 'week', ahead: '3 weeks' },
]

/** Creates the partitions from the period that contains `since`, which is now if it is omitted, into the future. */
export async function createPartitions(
  db: Db,
  { table, width, ahead }: PartitionedTable,
  { since, now = new Date().toISOString() }: { since?: string | undefined; now?: string } = {},
): Promise<void> {
  await db`
    select create_partitions(${table}, ${width}, ${since ?? now}::timestamptz,
                             ${now}::timestamptz + ${ahead}::text::interval)`
}

/**
 * Creates missing partitions when an instance or a command starts, because maintenance may not have run for a long time.
 * A locked table is left to maintenance, which tries again.
 */
export async function createAllPartitions(pool: Pool): Promise<void> {
  for (const partitioned of partitionedTables) {
    try {
      await createPartitions(pool, partitioned)
    } catch (error) {
      if (databaseErrorKind(error) !== 'busy') throw error
    }
  }
}

/** Selects the first day of the oldest partition. Null if the table has no partitions. */
export async function selectOldestPartition(db: Db, table: string): Promise<string | null> {
  const [row] = await db<{ first_day: string | null }[]>`
    select to_date(min(right(c.relname, 10)), 'YYYY_MM_DD')::text as first_day
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass(${table}) and c.relname <> ${table}::text || '_default'`
  return row!.first_day
}

/**
 * Creates the partitions of one table. Returns the table to continue with, or null after the last table.
 *
 * @param position a table of `partitionedTables`
 */
export async function maintainPartitions(
  pool: Pool,
  position: string | null,
  now?: string,
): Promise<string | null> {
  const at = Math.max(
    0,
    partitionedTables.findIndex(({ table }) => table === position),
  )
  const partitioned = partitionedTables[at]
  if (!partitioned) return null
  await createPartitions(pool, partitioned, now === undefined ? {} : { now })
  return partitionedTables[at + 1]?.table ?? null
}

/**
 * Counts, for each partitioned table, the rows of the current and later periods that are in the default partition because
 * the partition of their period is missing. It counts at most a thousand, so that the metric stays inexpensive.
 */
export async function selectRowsOutside(db: Db): Promise<{ table: string; rows: number }[]> {
  return db<{ table: string; rows: number }[]>`
    select 'audit_log' as table, count(*)::int as rows
      from (select from partitions.audit_log_default where created_at >= date_trunc('month', now()) limit 1000) found
    union all select 'emails', count(*)::int
      from (select from partitions.emails_default where created_at >= date_trunc('week', now()) limit 1000) found
    order by 1`
}
