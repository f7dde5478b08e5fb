import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import { ensureGroups } from '#server/legislation/places/groups/ensureGroups.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { type BenchRequest, measure } from '../load.ts'
import { feedRequests, firstPage, type Viewer } from '../requests.ts'
import type { Effort, Stage } from '../rows.ts'
import { cpuSeconds, cpuSecondsOfFamily } from '../server/processes.ts'
import type { RunningServer } from '../server/product.ts'

/** Times of the feed, which is read at a pace that leaves the machine idle most of the time. */
export type Calm = { p50: number; p95: number; answered: number; failed: number; overloaded: number }

export type StormTurn = {
  calm: Calm
  /** During 100 password guesses a second, about twice what one core can hash. */
  logins: Calm
  /** How many guesses were answered 503. */
  guesses: { answered: number; overloaded: number }
  calmAgain: Calm
  /** During the requests of 500 slow clients. */
  drippers: Calm
  /** Alone with production limits, and beside 60 visitors who read public pages in a loop. */
  calmLimited: Calm
  visitors: Calm
  /** Seconds of processor time of server and database during the last two. */
  processor: { calm: number | null; visitors: number | null }
  /** Responses to visitors that are wrong under any load, such as a 401, 404 or 500. */
  visitorResponses: { answered: number; wrong: number }
}

const readsPerSecond = 20
const guessesPerSecond = 100
const clients = 500
const visitorCount = 60

/**
 * Reads the feed alone, during a login storm, alone again, and beside slow clients, with limits off so that all guesses count.
 * Then reads it alone and beside visitors, with production limits.
 */
export async function measureStorms(
  stage: Stage,
  { repeats, seconds }: Effort,
  databasePid: number,
  startLimited: () => Promise<RunningServer>,
): Promise<StormTurn[]> {
  const { port } = stage.product
  const requests = feedRequests(stage.viewers, firstPage)
  const readFeed = (during = seconds) => pace(port, requests, readsPerSecond, during)
  await readFeed(2)
  const turns: StormTurn[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const calm = await readFeed()
    const storm = pace(port, guesses, guessesPerSecond, seconds + 2)
    await sleep(1_000)
    const logins = await readFeed()
    const { answered, overloaded } = await storm
    const calmAgain = await readFeed()
    const drippers = await besideDrippers(port, readFeed)
    const limited = await startLimited()
    const beside = await besideVisitors(stage, limited, databasePid, requests, seconds)
    await limited.stop()
    turns.push({
      calm,
      logins,
      guesses: { answered, overloaded },
      calmAgain,
      drippers,
      ...beside,
    })
  }
  return turns
}

/**
 * Each visitor sends the next request as soon as the response arrives; all of them share one network. They run in a
 * separate process, because the cost of their responses would otherwise be measured as delay of the server.
 */
async function besideVisitors(
  stage: Stage,
  limited: RunningServer,
  databasePid: number,
  feedRequests: BenchRequest[],
  seconds: number,
) {
  const { port, pid } = limited
  const readFeed = () => pace(port, feedRequests, readsPerSecond, seconds)
  await pace(port, feedRequests, readsPerSecond, 2)
  const calmCpu = cpuOf(pid, databasePid)
  const calmLimited = await readFeed()
  const calmProcessor = calmCpu()
  const requests = await openReads(stage)
  const stormCpu = cpuOf(pid, databasePid)
  // The whole storm is measured, because its first second is the worst one.
  const order = { port, connections: visitorCount, warmUp: 0, seconds, requests }
  const [load, visitors] = await Promise.all([measure(order, pid, databasePid), readFeed()])
  const visitorsProcessor = stormCpu()
  const wrong = Object.entries(load.statuses)
    .filter(([status]) => !['200', '429', '503'].includes(status))
    .reduce((sum, [, count]) => sum + count, 0)
  return {
    calmLimited,
    visitors,
    processor: { calm: calmProcessor, visitors: visitorsProcessor },
    visitorResponses: { answered: load.answered, wrong },
  }
}

/** Returns the seconds of processor time that server and database have used since this call. */
function cpuOf(serverPid: number, databasePid: number): () => number | null {
  const used = () => {
    const [server, database] = [cpuSeconds(serverPid), cpuSecondsOfFamily(databasePid)]
    return server === null || database === null ? null : server + database
  }
  const before = used()
  return () => {
    const after = used()
    return before === null || after === null ? null : after - before
  }
}

/** Creates a group with a hundred posts, one of them with two thousand comments, unless it exists. */
async function fillGroup(pool: Pool, viewers: Viewer[]): Promise<void> {
  const [post] = await pool`select from group_posts limit 1`
  if (post) return
  const members = viewers.map(({ user_id }) => user_id)
  await ensureGroups(pool, ['ocd-division/country:us/state:ny/place:storm_town'])
  await pool`
    insert into group_posts (group_id, user_id, content)
    select group_id, (${members}::uuid[])[1 + n % ${members.length}::int], repeat('What we talked about. ', 20)
      from groups, generate_series(1, 100) n where jurisdiction like '%/place:storm_town'`
  for (let part = 0; part < 10; part += 1) {
    await pool`
      insert into group_comments (post_id, group_id, user_id, content)
      select post_id, group_id, (${members}::uuid[])[1 + n % ${members.length}::int], repeat('A view of it. ', 20)
        from (select post_id, group_id from group_posts order by post_id limit 1) p, generate_series(1, 200) n`
  }
}

/** The public pages that are most expensive in this database. */
async function openReads({ pool, discussions, viewers }: Stage): Promise<BenchRequest[]> {
  await fillGroup(pool, viewers)
  const posts = await pool<{ group_id: string; post_id: string }[]>`
    select group_id, post_id from group_posts p order by (select count(*) from group_comments c where c.post_id = p.post_id) desc limit 3`
  const groups = await pool<{ group_id: string }[]>`select group_id from groups g
     order by (select count(*) from group_posts p where p.group_id = g.group_id) desc limit 3`
  const bills = await pool<{ path: string }[]>`
    select path from bills where bill_id = any(${discussions.slice(0, 3).map(({ bill_id }) => bill_id)}::uuid[])`
  const paths = [
    '/api/groups?limit=100',
    ...groups.flatMap(({ group_id }) =>
      ['', '/members?limit=100', '/posts?limit=50'].map((page) => `/api/groups/${group_id}${page}`),
    ),
    ...posts.map(({ group_id, post_id }) => `/api/groups/${group_id}/posts/${post_id}/comments`),
    ...bills.map(({ path }) => billPagePath(path)),
    '/api/openapi.json',
  ]
  return paths.map((path) => ({ method: 'GET', path }))
}

const guesses: BenchRequest[] = Array.from({ length: 997 }, (_, at) => ({
  method: 'POST',
  path: '/api/auth/login',
  body: { email: `nobody-${at}@example.org`, password: 'a guess of a password' },
}))

async function besideDrippers<T>(port: number, work: () => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(new URL('dripProcess.ts', import.meta.url)), { stdio: 'inherit' })
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', () => reject(new Error('the slow clients exited')))
      child.send({ port, clients })
    })
    return await work()
  } finally {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
  }
}

/** Sends requests at fixed times, whether or not earlier ones are answered so that a slow server is not spared. */
async function pace(
  port: number,
  requests: BenchRequest[],
  perSecond: number,
  seconds: number,
): Promise<Calm> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const latencies: number[] = []
  const tally = { failed: 0, overloaded: 0 }
  const began = performance.now()
  const pending: Promise<void>[] = []
  for (let at = 0; at < perSecond * seconds; at += 1) {
    const due = began + (at * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    const note = async () => {
      const status = await sendRequest(port, requests[at % requests.length]!, agent)
      latencies.push(performance.now() - due)
      if (status !== 200) tally.failed += 1
      if (status === 503) tally.overloaded += 1
    }
    pending.push(note())
  }
  await Promise.all(pending)
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const share = (part: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
  return { p50: share(0.5), p95: share(0.95), answered: latencies.length, ...tally }
}

function sendRequest(
  port: number,
  { method, path, token, body }: BenchRequest,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', () => resolve(0))
      .end(body ? JSON.stringify(body) : undefined)
  })
}
