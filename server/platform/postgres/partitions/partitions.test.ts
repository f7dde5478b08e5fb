import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHurd } from '#server/testing/operator.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import {
  createAllPartitions,
  createPartitions,
  maintainPartitions,
  partitionedTables,
  selectRowsOutside,
} from './partitions.ts'

let app: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function selectPartitions(table: string): Promise<string[]> {
  const rows = await app.pool<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = ${table}::regclass order by 1`
  return rows.map(({ name }) => name.slice(table.length + 1))
}

/** Returns the first day of the month that is this many months after the month of `time`. */
function monthAfter(time: Date, months: number): string {
  const first = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))
  return first.toISOString().slice(0, 10).replaceAll('-', '_')
}

async function runTask(now?: string): Promise<void> {
  let position: string | null = null
  do position = await maintainPartitions(app.pool, position, now)
  while (position !== null)
}

// covers HURD-PARTITION-01
test('a new database has partitions for this month and the next three, and a month that passes adds one', async () => {
  const today = new Date()
  const first = [0, 1, 2, 3].map((months) => monthAfter(today, months))
  expect(await selectPartitions('audit_log')).toEqual([...first, 'default'])
  await createAllPartitions(app.pool)
  await runTask()
  expect(await selectPartitions('audit_log')).toEqual([...first, 'default'])

  const nextMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1)).toISOString()
  await runTask(nextMonth)
  expect(await selectPartitions('audit_log')).toEqual([...first, monthAfter(today, 4), 'default'])
  await runTask(nextMonth)
  expect(await selectPartitions('audit_log')).toHaveLength(6)
})

// covers HURD-PARTITION-02
test('a row of a period without a partition is kept in the default partition, where the metrics count it', async () => {
  const outside = async () =>
    (await selectRowsOutside(app.pool)).filter(({ rows }) => rows > 0).map(({ table, rows }) => [table, rows])
  await app.pool`insert into audit_log (action, created_at) values ('signed_in', now() - interval '40 days')`
  expect(await outside()).toEqual([])

  await app.pool`insert into audit_log (action, created_at) values ('signed_in', now() + interval '12 months')`
  expect(await outside()).toEqual([['audit_log', 1]])
  // The partition of that month cannot be created. The months before and after it can.
  const [month] = await app.pool<{ name: string }[]>`
    select to_char(now() at time zone 'UTC' + interval '12 months', 'YYYY_MM') || '_01' as name`
  await app.pool`
    select create_partitions('audit_log', 'month', now(), now() + interval '13 months')`
  const partitions = await selectPartitions('audit_log')
  expect(partitions).toHaveLength(14)
  expect(partitions).not.toContain(month!.name)
})

// covers HURD-PARTITION-01
test('the list of partitioned tables is complete', async () => {
  const tables = await app.pool<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'p' order by 1`
  expect(tables.map(({ name }) => name)).toEqual(partitionedTables.map(({ table }) => table).toSorted())
  expect((await selectRowsOutside(app.pool)).map(({ table }) => table)).toEqual(
    partitionedTables.map(({ table }) => table),
  )
})

test('two instances that start at once create each partition once', async () => {
  await app.pool`drop table partitions.audit_log_default`
  await Promise.all([createAllPartitions(app.pool), createAllPartitions(app.pool)])
  expect(await selectPartitions('audit_log')).toContain('default')
})

// covers HURD-PARTITION-01
test('while the creation of a partition waits for a locked member, emails can still be written', async () => {
  const { user_id } = await app.member('busy')
  let hasEnded = false
  const waitUntilBlocked = async (): Promise<void> => {
    const waiting = await app.pool`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (!hasEnded && waiting.length === 0) await waitUntilBlocked()
  }
  const { created } = await app.pool.begin(async (db) => {
    await db`update users set bio = 'Busy' where user_id = ${user_id}`
    // This waits for the member's row, so it is not awaited before the commit. On a slow machine it may time out.
    const creating = createEmailWeeks()
      .catch(() => null)
      .finally(() => (hasEnded = true))
    await waitUntilBlocked()
    await db`lock table emails in row exclusive mode nowait`
    return { created: () => creating }
  })
  await created()
  await createEmailWeeks()
  expect(await selectPartitions('emails')).toHaveLength(7)
})

async function createEmailWeeks(): Promise<void> {
  await app.pool`select create_partitions('emails', 'week', now(), now() + interval '5 weeks')`
}

// covers HURD-PARTITION-01
test('a command creates the partitions before it writes to the audit log', async () => {
  const month = monthAfter(new Date(), 0)
  await app.pool`drop table ${app.pool(`partitions.audit_log_${month}`)}`
  expect((await runHurd(app, ['codes', 'issue'])).code).toBe(0)
  expect(await selectPartitions('audit_log')).toContain(month)
  expect(await selectRowsOutside(app.pool)).toContainEqual({ table: 'audit_log', rows: 0 })
})

// covers HURD-PARTITION-01
test('a command succeeds even if a partition is missing and its table is locked', async () => {
  const [missing] = await selectPartitions('emails')
  await app.pool`drop table ${app.pool(`partitions.emails_${missing}`)}`
  const { code } = await app.pool.begin(async (db) => {
    await db`set local idle_in_transaction_session_timeout = 0`
    await db`lock table emails in access share mode`
    return runHurd(app, ['codes', 'issue'])
  })
  expect(code).toBe(0)
  expect(await selectPartitions('emails')).not.toContain(missing)
  expect((await runHurd(app, ['codes', 'issue'])).code).toBe(0)
  expect(await selectPartitions('emails')).toContain(missing)
})

// covers HURD-PARTITION-01
test('a command locks no table if no partition is missing', async () => {
  await createAllPartitions(app.pool)
  const locked = await app.pool.begin(async (db) => {
    await createPartitions(db, partitionedTables[1]!)
    return db<{ table: string; mode: string }[]>`
      select relation::regclass::text as table, mode from pg_locks
       where pid = pg_backend_pid() and locktype = 'relation' and mode not in ('AccessShareLock', 'RowShareLock')`
  })
  expect(locked).toEqual([])
})
