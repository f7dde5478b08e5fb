import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCuttableServer } from '#server/testing/postgres/cuttableServer.ts'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { makeDataDir, startServer } from '#server/testing/processes.ts'

type Server = Awaited<ReturnType<typeof startServer>>

// These tests start real processes, which is slow when other programs use the machine.
vi.setConfig({ testTimeout: 90_000 })

const data = await makeDataDir()
const started: Server[] = []
let database: TestDatabase
beforeEach(async () => (database = await copyTemplate()))
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill('group')
  await database.drop()
})
afterAll(() => data.remove())

async function start(env: Record<string, string> = {}): Promise<Server> {
  const server = await startServer(data.folder, { env: { DATABASE_URL: database.url, ...env } })
  started.push(server)
  return server
}

test('with a geocoder whose name cannot be resolved, people can register and save addresses, and the server keeps running', async () => {
  await database.pool`insert into access_codes (code, max_uses) values ('NO-RESOLVER', 10)`
  // No resolver answers for a name under .invalid (RFC 6761).
  const env = { GEOCODER: 'census', CENSUS_GEOCODER_URL: 'https://geocoder.invalid/geocoder' }
  const server = await start(env)
  const registered = await server.request('/api/auth/register', {
    full_name: 'Vera Stone',
    username: 'vera',
    email: 'vera@example.org',
    access_code: 'NO-RESOLVER',
    password: 'quiet river morning',
    address: '100 Congress Avenue, Austin, TX 78701',
  })
  expect(registered.status).toBe(201)
  const token = String(Reflect.get(Object(registered.body), 'token'))
  const saved = await fetch(`${server.origin}/api/users/profile`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ address: '200 Congress Avenue, Austin, TX 78701' }),
  })
  expect(saved.status).toBe(200)
  expect((await server.request('/api/health')).status).toBe(200)
  expect(await server.stop()).toMatchObject({ code: 0 })

  // The residence is due for another lookup at the next start, and so is the task that looks it up.
  await database.pool`update residences set retry_at = now() - interval '1 minute'`
  await database.pool`update recurring_tasks set next_attempt_at = now()`
  const again = await start(env)
  await vi.waitUntil(
    async () => {
      const [row] = await database.pool<
        { retried: boolean }[]
      >`select retry_at > now() as retried from residences`
      return row?.retried
    },
    { timeout: 20_000 },
  )
  expect((await again.request('/api/health')).status).toBe(200)
  expect(await again.stop()).toMatchObject({ code: 0 })
})

// covers HURD-HEALTH-03
test('an instance whose database stops answering is not ready but alive, and becomes ready again without a restart', async () => {
  const network = await openCuttableServer()
  try {
    const server = await start({ DATABASE_URL: network.urlOf(database.url) })
    expect((await server.request('/api/health')).status).toBe(200)
    network.setSilent(true)
    expect(await server.request('/api/health')).toMatchObject({
      status: 503,
      body: { success: false, code: 'database_unavailable' },
    })
    expect((await server.request('/api/live')).status).toBe(200)
    network.setSilent(false)
    await vi.waitUntil(async () => (await server.request('/api/health')).status === 200, { timeout: 30_000 })
  } finally {
    await network.close()
  }
})
