import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import {
  addBookmark,
  getBill,
  getStance,
  listBookmarks,
  removeBookmark,
  takeStance,
} from '#contract/bills/bills.ts'
import { getHealth } from '#contract/kit/health.ts'
import { getPrivacy } from '#contract/people.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { positionHeader } from '#server/platform/http/replica/ownWrites.ts'
import { replicaReads } from '#server/platform/observability/counters.ts'
import { startStandby } from '#server/testing/postgres/standby.ts'
import { callEverything } from '#server/testing/setups/calls/callEverything.ts'
import { plantCanaries } from '#server/testing/setups/calls/canaries.ts'
import { readOwnWrites } from '#server/testing/setups/ownWrites.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

// These tests start two real PostgreSQL servers, which are slow to start when other programs use the machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let cluster: Awaited<ReturnType<typeof startStandby>>
let app: TestServer
beforeAll(async () => {
  cluster = await startStandby()
  app = await startTestServer({}, undefined, { replicaOf: cluster.replicaOf })
})
afterAll(async () => {
  await app.close()
  await cluster.stop()
})

/** Returns how many reads had each result so far. */
function results(): Record<string, number> {
  return Object.fromEntries(replicaReads.samples().map(({ labels, value }) => [labels['result'], value]))
}

/** Returns the results of the reads of `work`. */
async function resultsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = results()
  await work()
  return Object.entries(results()).flatMap(([result, count]) =>
    count > (before[result] ?? 0) ? [result] : [],
  )
}

/** Repeats a read until it has this result, because the state of the replica is probed every second. */
async function until(result: string) {
  const reader = await app.member(`reader-${Math.random().toString(36).slice(2, 10)}`)
  await vi.waitUntil(async () => (await resultsOf(() => reader.call(getPrivacy, {}))).includes(result), {
    timeout: 45_000,
    interval: 100,
  })
}

beforeEach(() => until('replica'))
afterEach(() => cluster.resumeReplay())

describe('a member who has written', () => {
  // covers HURD-REPLICA-01
  test('reads every own write while the replica replays, stops and catches up', async () => {
    const bill = await app.bill('Own Writes Bill')
    const report = await readOwnWrites(app, { writes: 400, bill_id: bill.bill_id, cluster })
    expect(report.stale).toEqual([])
    expect(report.reads).toBe(400)
    // Both databases must have answered, because otherwise the test would prove nothing.
    expect(results()['replica']).toBeGreaterThan(20)
    expect(results()['behind']).toBeGreaterThan(20)
  })

  // covers HURD-REPLICA-01
  test('reads it through another instance with the signed header, but not yet without it', async () => {
    const second = await app.secondInstance()
    const { bill_id } = await app.bill('Second Instance Bill')
    const ada = await app.member('ada-elsewhere')
    await cluster.catchUp()
    const stanceThere = async (headers: Record<string, string> = {}) => {
      const url = `/api/bills/${bill_id}/stance`
      const response = await second.inject({
        url,
        headers: { authorization: `Bearer ${ada.token}`, ...headers },
      })
      return response.json<{ stance: { stance: string | null } }>().stance.stance
    }
    await vi.waitUntil(async () => (await resultsOf(() => stanceThere())).includes('replica'), 15_000)
    await cluster.pauseReplay()
    const { headers } = await ada.request(takeStance, { id: bill_id, stance: 'support' })
    const position = headers.get(positionHeader)!

    expect(await stanceThere({ [positionHeader]: position })).toBe('support')
    // The replica is behind, and without the header the other instance cannot know about the write.
    expect(await stanceThere()).toBeNull()
    await second.close()
  })

  // covers HURD-REPLICA-01
  test('sees their earlier writes right after signing in', async () => {
    const password_hash = await hashPassword('quiet river morning')
    const { email, user_id } = await app.member('fay-signs-in', { password_hash })
    await cluster.catchUp()
    await cluster.pauseReplay()
    // The row is not changed through the API, so this instance remembers no write of the member.
    await app.pool`update users set public_stances = not public_stances where user_id = ${user_id}`
    const [now] = await app.pool`select public_stances from users where user_id = ${user_id}`
    const { body } = await app.visitor.request(login, { email, password: 'quiet river morning' })
    const { settings } = await app.as(String(body['token'])).call(getPrivacy, {})
    expect(settings.public_stances).toBe(now!['public_stances'])
  })

  test('does not affect other readers, who read from the replica without waiting', async () => {
    await cluster.catchUp()
    await cluster.pauseReplay()
    const bo = await app.member('bo-reads')
    expect(await resultsOf(() => bo.call(listBookmarks, {}))).toEqual(['replica'])
  })

  test.each([
    ['another key', (position: string) => `${position.slice(0, -22)}${'A'.repeat(22)}`],
    ['a later position', (position: string) => `ffffffffffffffff${position.slice(16)}`],
    ['no signature', (position: string) => position.slice(0, -23)],
    ['another text', () => 'latest'],
  ])('a header with %s is ignored, so nobody can send all reads to the primary', async (_name, forge) => {
    const { bill_id } = await app.bill('Forged Header Bill')
    const [writer, forger] = [
      await app.member(`writer-${bill_id}`.slice(0, 30)),
      await app.member(`forger-${bill_id}`.slice(0, 30)),
    ]
    await cluster.catchUp()
    const { headers } = await writer.request(addBookmark, { id: bill_id })
    await cluster.catchUp()
    const header = { [positionHeader]: forge(headers.get(positionHeader)!) }
    const read = () => forger.request(getStance, { id: bill_id }, header)
    expect(await resultsOf(async () => expect((await read()).status).toBe(200))).toEqual(['replica'])
  })
})

describe('the replica', () => {
  // covers HURD-REPLICA-02
  test('is not used while it does not answer, and is used again when it answers', async () => {
    const { bill_id } = await app.bill('Lost Replica Bill')
    const cy = await app.member('cy-reads-on')
    const statuses = new Set<number>()
    const work = { isOver: false }
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!work.isOver) statuses.add((await cy.request(getStance, { id: bill_id })).status)
      }),
    )
    await cluster.stopReplica()
    await until('gone')
    await cluster.startReplica()
    await until('replica')
    work.isOver = true
    await reading
    expect([...statuses]).toEqual([200])
    expect((await app.visitor.request(getHealth, {})).status).toBe(200)
  })

  // covers HURD-REPLICA-03
  test('is not used when it is ten seconds behind, whatever the request', async () => {
    const from = app.logLines.length
    await cluster.pauseReplay()
    const { bill_id } = await app.bill('Ten Seconds Bill')
    const di = await app.member('di-waits')
    expect(await resultsOf(() => di.call(getStance, { id: bill_id }))).toEqual(['replica', 'refused'])
    // A single read can find the replica behind before the server gives it up, and the next one may be under way then.
    const isGivenUp = () => app.logLines.slice(from).some((line) => line.includes('"to":"behind"'))
    await vi.waitUntil(isGivenUp, { timeout: 45_000, interval: 100 })
    expect(await resultsOf(() => di.call(getStance, { id: bill_id }))).toEqual(['behind'])
  })

  // covers HURD-REPLICA-04
  test('never answers reads of sessions and notifications and reads that store something, and can answer all others', async () => {
    const canaries = await plantCanaries(app)
    await cluster.catchUp()
    const onPrimary: string[] = []
    let before = results()
    const failed = before['failed'] ?? 0
    await callEverything(app, canaries, canaries.owner.token, ({ method, template }) => {
      const after = results()
      if (method === 'GET' && JSON.stringify(after) === JSON.stringify(before)) onPrimary.push(template)
      before = after
    })
    expect(results()['failed'] ?? 0).toBe(failed)
    expect(onPrimary.toSorted()).toEqual([
      '/api/administration',
      '/api/administration/branding',
      '/api/administration/codes',
      '/api/administration/codes/{code}/members',
      '/api/administration/invitation-cards',
      '/api/administration/members/{user_id}',
      '/api/administration/operation',
      '/api/administration/statistics',
      '/api/auth/second-factor',
      '/api/auth/sessions',
      // Readers share these two, so after a write they come from the primary.
      '/api/bills/{id}/both-sides',
      '/api/bills/{id}/echo-score',
      '/api/bills/{id}/echo-score/baseline',
      '/api/bills/{id}/stances-over-time',
      '/api/bills/{id}/tally/receipt',
      '/api/bills/{id}/tally/sample',
      '/api/bills/{id}/versions/compare',
      '/api/bills/{id}/versions/{version_no}/sections/{key}',
      '/api/branding',
      '/api/health',
      '/api/live',
      '/api/moderation/appeals',
      '/api/moderation/cases',
      '/api/moderation/cases/{target_type}/{target_id}',
      '/api/moderation/cohorts',
      '/api/moderation/cohorts/{cohort_id}',
      '/api/moderation/cohorts/{cohort_id}/members',
      '/api/notifications',
      '/api/notifications/push',
      '/api/notifications/stream',
      // Without a query, the search reads nothing.
      '/api/search',
      '/api/users/{id}',
    ])
    const search = () => canaries.owner.send('GET', '/api/search?q=canary')
    expect(await resultsOf(search)).toEqual(['replica'])
    const bills = '/api/public/v1/bills'
    expect(await resultsOf(() => app.visitor.send('GET', bills))).toEqual(['replica'])
    const compare = `${bills}/${canaries.ids.bill_id}/compare?from=1&to=2`
    expect(await resultsOf(() => app.visitor.send('GET', compare))).toEqual([])
  })

  test('does not answer "not found" for rows that have not reached it yet', async () => {
    await cluster.pauseReplay()
    const { bill_id } = await app.bill('New Bill')
    const hal = await app.member('hal-follows-a-link')
    const read = async () => expect((await hal.request(getBill, { id: bill_id })).status).toBe(200)
    expect(await resultsOf(read)).toEqual(['replica', 'refused'])
  })
})

// covers HURD-REPLICA-01
test('behind a pooler, where each statement may have another connection, members read their own writes too', async () => {
  const pooled = await startTestServer({}, undefined, {
    replicaOf: (url) => ({ url: cluster.replicaOf(url), pooler: 'transaction', prepare: false }),
  })
  const { bill_id } = await pooled.bill('Pooled Bill')
  const ivy = await pooled.member('ivy-waits')
  await vi.waitUntil(async () => (await resultsOf(() => ivy.call(getPrivacy, {}))).includes('replica'), {
    timeout: 45_000,
    interval: 100,
  })
  const report = await readOwnWrites(pooled, { writes: 160, bill_id, cluster })
  expect(report).toEqual({ reads: 160, stale: [] })
  await pooled.close()
})

test.each([
  ['leads nowhere', 'gone', () => 'postgres://127.0.0.1:1/hurd'],
  ['leads to the primary', 'not a replica', (url: string) => url],
  ['leads to another database', 'another database', () => cluster.replicaOf(app.databaseUrl)],
])('a server whose setting %s logs it and reads from the primary', async (_what, state, replicaOf) => {
  await cluster.catchUp()
  const wrong = await startTestServer({}, undefined, { replicaOf })
  await vi.waitUntil(() => wrong.logLines.some((line) => line.includes(`"to":"${state}"`)), {
    timeout: 10_000,
  })
  const gil = await wrong.member('gil-reads')
  expect(await resultsOf(() => gil.call(getPrivacy, {}))).toEqual([state])
  await wrong.close()
})

// covers HURD-REPLICA-05
test('a server without a replica sends no position', async () => {
  const plain = await startTestServer()
  const { bill_id } = await plain.bill('Plain Bill')
  const eve = await plain.member('eve-plain')
  for (const [endpoint, expected] of [
    [addBookmark, 200],
    [removeBookmark, 200],
  ] as const) {
    const { status, headers } = await eve.request(endpoint, { id: bill_id })
    expect([status, headers.get(positionHeader)]).toEqual([expected, null])
  }
  await plain.close()
})
