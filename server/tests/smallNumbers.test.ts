import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import { listNotifications } from '#contract/notifications.ts'
import { followUser, updatePrivacy } from '#contract/people.ts'
import { everyCall } from '#server/testing/setups/calls/everyCall.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

// The test makes several hundred calls, which is slow when other programs use the machine.
vi.setConfig({ testTimeout: 90_000 })

const springfield = 'ocd-division/country:us/state:il/place:springfield'

let app: TestServer
let target: Person
let neighbor: Person
let ids: Record<string, string>
beforeAll(async () => {
  app = await startTestServer()
  await app.representative('IL-1', { division: 'ocd-division/country:us/state:il' })
  const { bill_id, path } = await app.bill('Watched Bill')
  neighbor = await app.resident('neighbor', springfield)
  target = await app.resident('target', springfield)
  await neighbor.call(followUser, { id: target.user_id })
  await target.call(updatePrivacy, { public_stances: false })
  const post = { id: bill_id, content: 'My view', category_id: 'general-discussion' } as const
  const { comment } = await neighbor.call(postComment, post)
  await target.call(postComment, { ...post, parent_comment_id: comment.comment_id })
  await target.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
  // Besides the reply, the worker of the server notifies the author of the vote.
  await vi.waitUntil(async () => (await neighbor.call(listNotifications, {})).unread_count === 2, 20_000)
  ids = { bill_id, path, comment_id: comment.comment_id, group_id: await app.groupOf(springfield) }
})
afterAll(() => app.close())

/** Returns the path of a call about the bill, the member, their group or their representative. */
function pathOf(template: string): string {
  const id = template.startsWith('/api/users/')
    ? target.user_id
    : template.startsWith('/api/groups/')
      ? ids['group_id']
      : template.startsWith('/api/representatives/')
        ? 'IL-1'
        : ids['bill_id']
  const values: Record<string, string | undefined> = {
    id,
    rep_id: 'IL-1',
    comment_id: ids['comment_id'],
    username: target.username,
    version_no: '1',
    key: '1',
  }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'none'))
  return template === '/api/bills/find' ? `${path}?address=${encodeURIComponent(`/${ids['path']}`)}` : path
}

/** Reads everything that can be read, as a member of the same city who follows the target, and as a visitor. */
async function readEverything(): Promise<Map<string, string>> {
  await app.foldCounters()
  const reads = (await everyCall(app)).filter(({ method }) => method === 'GET')
  // The readiness of the server depends on how busy the database is, and on no member.
  const templates = reads
    .map(({ template }) => template)
    .filter((template) => !template.endsWith('/stream') && template !== '/api/health')
  const responses = await Promise.all(
    templates.flatMap((template) => [
      read(template, 'neighbor', neighbor.token),
      read(template, 'visitor', null),
    ]),
  )
  return new Map(responses)
}

async function read(template: string, name: string, token: string | null): Promise<[string, string]> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(app.origin + pathOf(template), { headers })
  return [`${template} as ${name}`, withoutTimes(await response.text())]
}

/** Removes times, the ids of requests, and the activity that every action adds to. */
function withoutTimes(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"(request_id|activity_score)":("[^"]*"|[\d.]+)/g, '"$1":0')
}

/** Removes the counts of stances of a bill. */
function withoutCounts(text: string): string {
  return text.replaceAll(/"(support|oppose|neutral|learning)_count"\s*:\s*\d+/g, '"$1_count":0')
}

// covers HURD-SMALL-01
test('the private stance of one member changes no response to others except the exact counts of the bill', async () => {
  const id = ids['bill_id'] ?? ''
  await target.call(takeStance, { id, stance: 'oppose' })
  const before = await readEverything()
  await target.call(takeStance, { id, stance: 'support' })
  const after = await readEverything()

  expect([...after.keys()]).toEqual([...before.keys()])
  expect(before.size).toBeGreaterThan(100)
  const differing = [...before].filter(([call, text]) => after.get(call) !== text).map(([call]) => call)
  expect(differing).toContain('/api/bills/{id} as neighbor')
  const revealing = differing.filter(
    (call) => withoutCounts(before.get(call) ?? '') !== withoutCounts(after.get(call) ?? ''),
  )
  expect(revealing.map((call) => [call, before.get(call), after.get(call)])).toEqual([])
})
