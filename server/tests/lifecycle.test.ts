import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { demoPassword, demoSignIns } from '#server/operations/seed/demo/demoMembers.ts'
import { signalProcess } from '#server/platform/processes/processes.ts'
import { copyTemplate } from '#server/testing/postgres/postgres.ts'
import { makeDataDir, runCommand, startProcess, startServer } from '#server/testing/processes.ts'

type Server = Awaited<ReturnType<typeof startServer>>

// These tests start real processes, each with a database, which is slow when other programs use the machine.
vi.setConfig({ testTimeout: 90_000 })

const data = await makeDataDir()
const started: Server[] = []
// A test that failed must not leave its server running for the next test.
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill('group')
  for (const { pid } of data.servers()) signalProcess(pid, 'SIGKILL')
})
afterAll(() => data.remove())

async function start(options: Parameters<typeof startServer>[1] = {}, folder = data.folder): Promise<Server> {
  const server = await startServer(folder, options)
  started.push(server)
  return server
}

/** Signs in as one of the demo members, by default the first, and returns functions that write and read about one bill. */
async function signIn(server: Server, index = 0) {
  const { email } = (await demoSignIns())[index]!
  const login = await server.request('/api/auth/login', { email, password: demoPassword })
  const token = String(at(login.body, 'token'))
  const { body: list } = await server.request('/api/bills?limit=1', undefined, token)
  const bill = `/api/bills/${String(at(list, 'bills', 0, 'bill_id'))}`
  return {
    take: (stance: string) => server.request(`${bill}/stance`, { stance }, token),
    read: async () => at((await server.request(`${bill}/stance`, undefined, token)).body, 'stance', 'stance'),
    comment: (content: string) =>
      server.request(`${bill}/comments`, { content, category_id: 'general-discussion' }, token, {
        'idempotency-key': 'a-comment',
      }),
    vote: (comment_id: string) =>
      server.request(`/api/bills/comments/${comment_id}/vote`, { vote_type: 'upvote' }, token, {
        'idempotency-key': 'a-vote',
      }),
    readComments: async (content: string) => {
      const { body } = await server.request(`${bill}/comments?limit=50`, undefined, token)
      const comments = at(body, 'comments')
      return Array.isArray(comments) ? comments.filter((comment) => at(comment, 'content') === content) : []
    },
  }
}

async function readHealth(server: Server, wanted: (status: number) => boolean) {
  const health = await server.request('/api/health')
  return wanted(health.status) ? health : null
}

function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

/** Waits until PostgreSQL has really ended, because it may still be writing its last lines. */
async function noServersLeft() {
  await vi.waitUntil(() => data.servers().length === 0, { timeout: 10_000 })
}

describe('the data folder of an instance', () => {
  test('an empty folder with an odd name becomes a running product, and SIGTERM ends all of it', async () => {
    const server = await start()
    expect(server.stderr()).toContain('Demo access code: ')
    expect(await server.request('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } })

    expect(await server.stop()).toMatchObject({ code: 0 })
    expect(data.servers()).toEqual([])
    expect(existsSync(data.lock)).toBe(false)
  })

  test('Ctrl-C twice stops it as cleanly', async () => {
    const server = await start()
    server.child.kill('SIGINT')
    expect(await server.stop('SIGINT')).toMatchObject({ code: 0 })
    expect(data.servers()).toEqual([])
  })

  // covers HURD-HEALTH-02
  test('an instance that is about to stop is not ready, and serves requests until load balancers have noticed', async () => {
    const server = await start({ env: { DRAIN_SECONDS: '20' } })
    const resident = await signIn(server)
    server.child.kill('SIGTERM')
    const health = await vi.waitUntil(() => readHealth(server, (status) => status !== 200), {
      timeout: 15_000,
      interval: 10,
    })
    expect(health).toMatchObject({ status: 503, body: { success: false, code: 'shutting_down' } })
    expect((await server.request('/api/live')).status).toBe(200)
    expect((await resident.take('oppose')).status).toBe(200)
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  // covers HURD-WRITE-02
  test('a stance, a comment and a vote that were acknowledged are still there after kill -9 of everything, and a repeat with the Idempotency-Key gets the first response', async () => {
    const before = await start()
    const [resident, voter] = [await signIn(before), await signIn(before, 1)]
    for (const stance of ['support', 'oppose', 'learning']) {
      expect((await resident.take(stance)).status).toBe(200)
    }
    const content = 'Said before the crash'
    const comment = await resident.comment(content)
    expect(comment.status).toBe(201)
    const comment_id = String(at(comment.body, 'comment', 'comment_id'))
    const vote = await voter.vote(comment_id)
    expect(vote).toMatchObject({ status: 200, body: { action: 'new_vote', votes: { upvotes: 1 } } })
    const servers = data.servers()
    await before.kill('group')
    for (const { pid } of servers) signalProcess(pid, 'SIGKILL')

    const after = await start()
    const [residentAgain, voterAgain] = [await signIn(after), await signIn(after, 1)]
    expect(await residentAgain.read()).toBe('learning')
    expect(await residentAgain.comment(content)).toEqual(comment)
    expect(await voterAgain.vote(comment_id)).toEqual(vote)
    const stored = await residentAgain.readComments(content)
    expect(stored).toHaveLength(1)
    expect(stored[0]).toMatchObject({ comment_id, upvotes: 1 })
    await after.stop()
  })

  test('after kill -9 of the app alone the next start takes over', async () => {
    const before = await start()
    expect((await (await signIn(before)).take('neutral')).status).toBe(200)
    await before.kill()

    const after = await start()
    expect(await (await signIn(after)).read()).toBe('neutral')
    await after.stop()
    await noServersLeft()
  })

  test('while PostgreSQL is unavailable the API says so in JSON, and it serves again without a restart', async () => {
    const server = await start()
    const resident = await signIn(server)
    const responses: number[] = []
    const work = { over: false }
    // These writers run all the time so that connections break in the middle of transactions.
    const writers = ['support', 'oppose', 'neutral', 'learning'].map(async (stance) => {
      while (!work.over) responses.push((await resident.take(stance)).status)
    })
    const answered = (status: number) => responses.filter((response) => response === status).length

    for (let crash = 1; crash <= 3; crash++) {
      const before = answered(200)
      await vi.waitUntil(() => answered(200) > before, { timeout: 10_000, interval: 5 })
      process.kill(data.servers().find(({ command }) => command.includes(' -D '))!.pid, 'SIGKILL')
      const away = await vi.waitUntil(() => readHealth(server, (status) => status !== 200), {
        timeout: 5000,
        interval: 1,
      })
      expect(away).toMatchObject({ status: 503, body: { success: false, code: 'database_unavailable' } })
      await vi.waitUntil(() => readHealth(server, (status) => status === 200), { timeout: 10_000 })
    }
    const before = answered(200)
    await vi.waitUntil(() => answered(200) > before + 4, { timeout: 10_000 })
    work.over = true
    await Promise.all(writers)

    expect(new Set(responses)).toEqual(new Set([200, 503]))
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  test('a second instance on the folder is refused in one sentence, and the first continues', async () => {
    const server = await start()
    const second = await startProcess('server/main.ts', [], { env: { DATA_DIR: data.folder } }).ended
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(
      `Another Hurd (process ${server.child.pid}) is already running on DATA_DIR ${data.folder}: stop it, or choose another DATA_DIR.`,
    )
    expect((await server.request('/api/health')).status).toBe(200)
    await server.stop()
  })

  test('a folder that cannot be created is refused in one sentence', async () => {
    const env = { DATA_DIR: '/proc/hurd/data' }
    const { code, stderr } = await startProcess('server/main.ts', [], { env }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^DATA_DIR \/proc\/hurd\/data cannot be .+\.$/m)
    expect(stderr).not.toContain('    at ')
  })

  test('an app whose launcher was killed stops, and the next one can start', async () => {
    const orphan = await start({ launcher: true })
    orphan.child.disconnect()
    const next = await start()
    expect(await orphan.ended).toMatchObject({ code: 0 })
    await next.stop()
  })

  test('lock files with a reused process number do not prevent a start', async () => {
    const me = process.pid // This process is running, and is neither a Hurd nor a PostgreSQL process of this folder.
    await writeFile(join(data.cluster, 'postmaster.pid'), `${me}\n${data.cluster}\n1\n5432\n\n\n\nready   \n`)
    await writeFile(data.lock, JSON.stringify({ pid: me, started: 'long ago', role: 'app' }))
    const server = await start()
    expect((await server.request('/api/health')).status).toBe(200)
    await server.stop()
  })

  test('a truncated lock file does not prevent a start', async () => {
    await writeFile(data.lock, '{"pid":')
    expect(await runCommand(data.folder, ['codes', 'list', '--json'])).toMatchObject({ code: 0 })
  })
})

describe('a separate PostgreSQL, by DATABASE_URL', () => {
  test('two instances that start at once on an empty database fill it once, and answer as one', async () => {
    const database = await copyTemplate('empty')
    const env = { DATABASE_URL: database.url, DEMO: 'on' }
    const [first, second] = await Promise.all([start({ env }), start({ env })])
    expect(first.stderr()).not.toContain('Demo access code')
    expect((await (await signIn(first)).take('oppose')).status).toBe(200)
    expect(await (await signIn(second)).read()).toBe('oppose')
    await Promise.all([first.stop(), second.stop()])
    await database.drop()
  })

  test('a database address that cannot be reached is reported in one sentence that names the setting', async () => {
    const database = await copyTemplate('empty')
    await database.drop()
    const { code, stderr } = await startProcess('server/main.ts', [], { env: { DATABASE_URL: database.url } })
      .ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^DATABASE_URL leads to no database: database "\w+" does not exist\.$/m)
  })

  test('a schema that is newer than the release is refused in one sentence', async () => {
    const database = await copyTemplate()
    await database.pool`insert into schema_migrations values (998, 'to_come', 'x')`
    const { code, stderr } = await startProcess('server/main.ts', [], { env: { DATABASE_URL: database.url } })
      .ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database was made by a newer release of Hurd \(its schema is 998/m)
    await database.drop()
  })
})

const isRoot = process.getuid?.() === 0
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
const nobodyCanRead =
  isRoot && spawnSync(asNobody[0]!, [...asNobody.slice(1), process.execPath, '-v']).status === 0

test.skipIf(!nobodyCanRead)(
  'an ordinary user can run it too (skipped where tests are not run as root)',
  async () => {
    const folder = join(data.home, 'of an ordinary user')
    await mkdir(folder)
    await chown(folder, 65534, 65534)
    const server = await start({ prefix: asNobody, env: { DEMO: 'off' } }, folder)
    expect((await server.request('/api/health')).status).toBe(200)
    expect(await server.stop()).toMatchObject({ code: 0 })

    // When root runs a command after them, the files still belong to their owner.
    expect(await runCommand(folder, ['codes', 'list'])).toMatchObject({ code: 0 })
    expect(await runCommand(folder, ['codes', 'list'], { prefix: asNobody })).toMatchObject({ code: 0 })
  },
)

test.skipIf(!isRoot)(
  'a folder that only root may enter works for root (skipped as an ordinary user)',
  async () => {
    const folder = join(data.home, 'closed', 'data')
    await mkdir(join(data.home, 'closed'), { mode: 0o700 })
    const { code, stderr } = await runCommand(folder, ['seed', '--demo'])
    // If the system forbids user namespaces, PostgreSQL cannot run, and the message must say so.
    if (code !== 0) expect(stderr).toContain('PostgreSQL does not run as root')
    else expect(stderr).toBe('')
  },
)

const smallDisk = join(data.home, 'small')
await mkdir(smallDisk)
const mounted =
  isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', smallDisk]).status === 0
afterAll(() => {
  if (mounted) spawnSync('umount', ['-l', smallDisk])
})

test.skipIf(!mounted)('a full disk is reported (skipped where no small disk can be mounted)', async () => {
  const { code, stderr } = await runCommand(join(smallDisk, 'data'), ['seed', '--demo'])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^The disk that holds .* is full\. Free some space and start again\. Nothing was lost\.$/m,
  )
})
