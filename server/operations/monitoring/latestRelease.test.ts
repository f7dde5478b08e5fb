import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getOperation } from '#contract/administration/administration.ts'
import { releaseTasks } from '#server/operations/maintenance/tasks.ts'
import { runDueTasks } from '#server/platform/jobs/recurringTask.ts'
import { openLog } from '#server/platform/observability/log.ts'
import { versionText } from '#server/platform/settings/version.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { isNewer } from './latestRelease.ts'

let app: TestServer
let ada: Person
let feedUrl: string
let published: { status: number; body: string }
let received: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
const publisher = createServer((request, response) => {
  received.push({ url: request.url, headers: request.headers })
  response.writeHead(published.status).end(published.body)
})
beforeAll(async () => {
  app = await startTestServer()
  ada = await operator(app, 'ada', 'administrator')
  await new Promise<void>((done) => publisher.listen(0, '127.0.0.1', done))
  const address = publisher.address()
  if (address === null || typeof address === 'string') throw new Error('The publisher has no port.')
  feedUrl = `http://127.0.0.1:${address.port}/latest.json`
})
beforeEach(async () => {
  received = []
  await app.pool`delete from latest_release`
  await app.pool`delete from recurring_tasks`
})
afterAll(async () => {
  publisher.close()
  await app.close()
})

const release = { version: '99.1.0', released_on: '2026-12-01' }

async function readFeed(document: unknown, status = 200) {
  published = { status, body: typeof document === 'string' ? document : JSON.stringify(document) }
  await app.pool`update recurring_tasks set next_attempt_at = now()`
  await runDueTasks(app.pool, releaseTasks(app.pool, feedUrl), openLog('silent'), () => false)
}
const shownUpdate = async () => (await ada.call(getOperation, {})).operation.update

// covers HURD-UPDATE-01
test('administrators see a newer release and where to read what changed', async () => {
  expect(await shownUpdate()).toBeNull()
  await readFeed({ ...release, changelog_url: 'https://releases.example/changes' })
  expect(await shownUpdate()).toEqual({
    version: '99.1.0',
    released_on: '2026-12-01',
    is_security_update: false,
    changelog_url: 'https://releases.example/changes',
  })
  await readFeed({ ...release, security_version: '99.0.2' })
  expect(await shownUpdate()).toMatchObject({ is_security_update: true, changelog_url: null })
})

// covers HURD-UPDATE-01
test('the running release and older ones are not shown as updates', async () => {
  for (const version of [versionText().split(/[-+]/)[0]!, '0.0.1']) {
    await readFeed({ ...release, version, security_version: version })
    expect(await shownUpdate()).toBeNull()
  }
})

// covers HURD-UPDATE-01
test('a release is no longer shown a week after it was last read, so it disappears if the setting is removed', async () => {
  await readFeed(release)
  await app.pool`update latest_release set checked_at = now() - interval '8 days'`
  expect(await shownUpdate()).toBeNull()
})

// covers HURD-UPDATE-02
test('the request says nothing about the instance', async () => {
  await readFeed(release)
  expect(received).toHaveLength(1)
  expect(received[0]!.url).toBe('/latest.json')
  const { host: _, connection: __, ...headers } = received[0]!.headers
  expect(headers).toEqual({ accept: 'application/json' })
})

// covers HURD-UPDATE-02
test('without the setting nothing is requested', () => {
  expect(releaseTasks(app.pool, null)).toEqual([])
})

// covers HURD-UPDATE-03
test.each([
  ['an error', release, 503, 'The release feed answered 503'],
  ['a redirect', release, 302, 'The release feed answered 302'],
  ['a page', '<html>', 200, 'The release feed is not the document that Hurd expects'],
  ['a wrong version', { ...release, version: 'latest' }, 200, 'The release feed is not the document'],
  ['a script as link', { ...release, changelog_url: 'javascript:alert(1)' }, 200, 'The release feed is not'],
  ['a date that does not exist', { ...release, released_on: '2026-02-30' }, 200, 'The release feed is not'],
  ['a huge document', 'x'.repeat(70_000), 200, 'too_large'],
])(
  'a feed that answers with %s changes nothing, and the reason is shown',
  async (_name, document, status, reason) => {
    await readFeed(release)
    await expect(readFeed(document, status)).rejects.toThrow(reason)
    expect(await shownUpdate()).toMatchObject({ version: '99.1.0' })
    const { tasks } = (await ada.call(getOperation, {})).operation
    expect(tasks.find(({ name }) => name === 'release_feed')?.last_error).toContain(reason)
  },
)

// covers HURD-UPDATE-01
test.each([
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.9.9', true],
  ['1.2.4', '1.2.3+3f2a1b9c0d4e', true],
  ['1.2.3', '1.2.3+3f2a1b9c0d4e', false],
  ['1.2.3', '1.3.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected)
})
