import { expect, test } from 'vitest'
import { startTestServer } from '#server/testing/testServer.ts'

// covers HURD-SPEED-04
test('a repeated request is found by its key, even on a connection that planned the lookup when there were few keys', async () => {
  const app = await startTestServer()
  const { user_id } = await app.member('ana')
  await app.pool`vacuum analyze idempotency_keys`
  const { before, after } = await app.pool.begin(async (db) => {
    const rowsScanned = async () => {
      const [table] = await db<{ rows: number }[]>`
        select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'idempotency_keys'`
      return table!.rows
    }
    const write = async (key: string) =>
      db`
        select begin_write(${user_id}, md5(${key})::uuid, md5('same')::uuid),
               end_write(${user_id}, md5(${key})::uuid, md5('same')::uuid, 200, '{}')`
    for (let n = 0; n < 10; n += 1) await write(`early ${n}`)
    await db`
      insert into idempotency_keys (user_id, request_key, request_body)
      select ${user_id}, md5('key ' || n)::uuid, md5('same')::uuid from generate_series(1, 5000) n`
    const before = await rowsScanned()
    await write('key 77')
    return { before, after: await rowsScanned() }
  })
  expect(after - before).toBe(0)
})
