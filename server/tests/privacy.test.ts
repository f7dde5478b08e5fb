import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBill, takeStance } from '#contract/bills/bills.ts'
import { postComment } from '#contract/discussions.ts'
import { createGroupComment, createGroupPost, followGroup } from '#contract/groups.ts'
import { listNotifications } from '#contract/notifications.ts'
import {
  followUser,
  getPrivacy,
  unfollowUser,
  updatePrivacy,
  updateProfile,
  type PrivacySettings,
} from '#contract/people.ts'
import { collectExport } from '#server/members/people/exportContent.ts'
import { deactivate, liftSuspension, reactivate, suspend } from '#server/members/people/lifecycle.ts'
import { notifyPendingFollowers } from '#server/participation/notifications/stanceFanout.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { everyCall } from '#server/testing/setups/calls/everyCall.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

/**
 * These tests check what each privacy setting hides (decision 8). They call every read of the served OpenAPI document,
 * so a new endpoint is tested without being named here.
 */
const texas = 'ocd-division/country:us/state:tx'

let app: TestServer
let shy: Person
let other: Person
let ids: Record<'bill' | 'comment' | 'group' | 'post' | 'groupComment', string>
let dist: string
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({}, dist)
  shy = await app.resident('shy-sage', texas, { full_name: 'Shy Sage' })
  other = await app.resident('other-olive', texas, { full_name: 'Other Olive' })
  const { bill_id } = await app.bill('Quiet Bill')
  const group = await app.groupOf(texas)
  const here = { id: bill_id, category_id: 'general-discussion' } as const
  await shy.call(takeStance, { id: bill_id, stance: 'learning' })
  const { comment } = await shy.call(postComment, { ...here, content: 'Said on the bill' })
  await shy.call(updateProfile, { username: 'shy-sage-2' })
  await shy.call(takeStance, { id: bill_id, stance: 'oppose' })
  await shy.call(followGroup, { id: group })
  const { post } = await shy.call(createGroupPost, { id: group, content: 'Said in the group' })
  const at = { id: group, post_id: post.post_id }
  const said = await shy.call(createGroupComment, { ...at, content: 'Said under the post' })
  await other.call(followUser, { id: shy.user_id })
  ids = {
    bill: bill_id,
    comment: comment.comment_id,
    group,
    post: post.post_id,
    groupComment: said.comment.comment_id,
  }
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

async function set(flags: Partial<PrivacySettings>) {
  await shy.call(updatePrivacy, flags)
}

const everythingPublic = {
  public_profile: true,
  public_stances: true,
  public_comments: true,
  allow_follow: true,
}

test('a new member shows everything, changes one setting at a time, and reads back what was saved', async () => {
  const ana = await app.member('setting-ana')
  expect(await ana.call(getPrivacy, {})).toEqual({ success: true, settings: everythingPublic })
  const saved = await ana.call(updatePrivacy, { public_stances: false, allow_follow: false })
  const settings = { ...everythingPublic, public_stances: false, allow_follow: false }
  expect(saved).toEqual({ success: true, settings })
  expect(await ana.call(updatePrivacy, { allow_follow: true })).toMatchObject({
    settings: { ...settings, allow_follow: true },
  })
  expect(await ana.refusal(updatePrivacy, {})).toBe('nothing_to_update')
  for (const public_profile of ['false', 0, null, {}]) {
    expect((await ana.send('PUT', updatePrivacy.path, { body: { public_profile } })).status).toBe(400)
  }
  expect((await ana.call(getPrivacy, {})).settings).toEqual({ ...settings, allow_follow: true })
  expect(await app.visitor.refusal(updatePrivacy, { public_profile: false })).toBe('authentication_required')
  const records = await app.pool`
    select detail from audit_log where user_id = ${ana.user_id} and action = 'privacy_changed' order by audit_id`
  expect(records.map(({ detail }) => detail)).toEqual([
    { public_stances: false, allow_follow: false },
    { allow_follow: true },
  ])
})

test('a deactivated member can make the profile private before reactivating', async () => {
  const away = await app.member('away-ada', { account_status: 'inactive' })
  await away.call(updatePrivacy, { public_profile: false })
  expect((await away.call(getPrivacy, {})).settings.public_profile).toBe(false)
})

/** Sends every read as `by`, with the ids of the shy member and of the shy member's content in its path. */
async function readAll(by: Person) {
  const responses = new Map<string, string>()
  for (const { method, template } of await everyCall(app)) {
    if (method !== 'GET') continue
    const inGroup = template.startsWith('/api/groups/')
    const words: Record<string, string> = {
      id: template.includes('/users/') ? shy.user_id : inGroup ? ids.group : ids.bill,
      username: 'shy-sage-2',
      comment_id: inGroup ? ids.groupComment : ids.comment,
      post_id: ids.post,
    }
    const path = template.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? 'none')
    responses.set(template, await read(by, path))
  }
  return responses
}

/** Returns the text of a response, or the beginning of a response that does not end. */
async function read(by: Person, path: string): Promise<string> {
  const { headers, body } = await fetch(app.origin + path, {
    headers: { authorization: `Bearer ${by.token}` },
  })
  if (!body) return ''
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return text(body)
  const reader = body.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

function naming(responses: Map<string, string>): string[] {
  return [...responses]
    .filter(([, text]) => text.includes(shy.user_id) || text.includes('shy-sage'))
    .map(([template]) => template)
    .toSorted()
}

// Comments and posts are always shown where they were written, with their authors (decision 8). Their replies and
// further pages contain the same texts.
const whereSaid = /^\/api\/(bills\/\{id\}\/comments|groups\/\{id\}\/posts)(\/|$)/

test('with a private profile, a member is named only beside their own texts', async () => {
  const before = naming(await readAll(other)).filter((template) => !whereSaid.test(template))
  expect(before, 'the responses name a public member').toEqual(
    expect.arrayContaining(['/api/groups/{id}/members', '/api/users/username/{username}', '/api/users/{id}']),
  )
  await set({ public_profile: false })
  expect(naming(await readAll(other)).filter((template) => !whereSaid.test(template))).toEqual([])
  expect(naming(await readAll(shy))).toEqual(expect.arrayContaining(['/api/users/{id}']))
  for (const username of ['shy-sage', 'shy-sage-2']) {
    expect((await other.send('GET', `/api/users/username/${username}`)).status).toBe(404)
  }
  await set({ public_profile: true })
})

test('a private member is not named in notifications, old or new, and is named again when the profile is public', async () => {
  const [quiet, fan] = [await app.member('quiet-quinn'), await app.member('fan-finn')]
  const { bill_id } = await app.bill('Bill With A Fan')
  const about = { id: bill_id, category_id: 'general-discussion' } as const
  const { comment } = await fan.call(postComment, { ...about, content: 'Think again' })
  await fan.call(followUser, { id: quiet.user_id })
  await quiet.call(takeStance, { id: bill_id, stance: 'oppose' })
  await expect.poll(async () => (await notificationsOf(fan)).length).toBe(1)
  await quiet.call(followUser, { id: fan.user_id })
  expect((await notificationsOf(fan)).map(({ type }) => type)).toEqual(['new_follower', 'followee_stance'])

  await quiet.call(updatePrivacy, { public_profile: false })
  expect(await notificationsOf(fan)).toEqual([])
  const change = { change_source: 'comment', comment_id: comment.comment_id } as const
  await quiet.call(takeStance, { id: bill_id, stance: 'support', ...change })
  await notifyPendingFollowers(app.pool)
  const third = await app.member('third-tom')
  await quiet.call(followUser, { id: third.user_id })
  expect([await notificationsOf(fan), await notificationsOf(third)]).toEqual([[], []])

  // Reactivation and the end of a suspension must not show what privacy hides.
  await app.pool.begin((db) => deactivate(db, quiet.user_id))
  await app.pool.begin((db) => reactivate(db, quiet.user_id))
  expect(await notificationsOf(fan)).toEqual([])

  const again = await app.signInAgain(quiet)
  await again.call(updatePrivacy, { public_profile: true })
  expect((await notificationsOf(fan)).map(({ type }) => type).toSorted()).toEqual([
    'comment_influenced_mind',
    'followee_stance',
    'new_follower',
  ])
  expect((await notificationsOf(third)).map(({ type }) => type)).toEqual(['new_follower'])
})

async function notificationsOf(person: Person) {
  const { notifications, unread_count } = await person.call(listNotifications, {})
  expect(unread_count, 'the badge counts what the list shows').toBe(notifications.length)
  return notifications
}

// covers ACC-SETTINGS-33
test('an export of a follower does not name a member whose profile is private, nor list what they did', async () => {
  const [hidden, fan] = [await app.member('hidden-hal'), await app.member('export-eva')]
  await fan.call(followUser, { id: hidden.user_id })
  await hidden.call(followUser, { id: fan.user_id })
  const before = await collectExport(app.pool, fan.user_id)
  expect(JSON.stringify(before)).toContain('hidden-hal')
  expect(before).toMatchObject({ notifications: [{ type: 'new_follower' }] })
  await hidden.call(updatePrivacy, { public_profile: false })
  const after = await collectExport(app.pool, fan.user_id)
  expect(JSON.stringify(after)).not.toContain('hidden-hal')
  expect(after).toMatchObject({ notifications: [] })
  expect(await collectExport(app.pool, hidden.user_id)).toMatchObject({
    privacy: { public_profile: false },
  })
})

test('the page of a shared bill never shows a private member, and its counts still include a private stance', async () => {
  const { bill_id } = await app.bill('Shared And Private')
  await shy.call(takeStance, { id: bill_id, stance: 'oppose' })
  const content = 'Words on a shared bill'
  await shy.call(postComment, { id: bill_id, category_id: 'general-discussion', content })
  expect(await read(other, `/bills/${bill_id}`)).toContain(content)
  await set({ public_stances: false, public_profile: false })
  const page = await read(other, `/bills/${bill_id}`)
  expect(page).toContain('Shared And Private')
  expect(page).not.toContain('shy-sage')
  expect(page).not.toContain(content)
  const { bill } = await other.call(getBill, { id: bill_id })
  expect(bill.oppose_count).toBe(1)
  await set(everythingPublic)
})

test("with private stances, a member's stances are in no response", async () => {
  const [seen, own] = [await readAll(other), await readAll(shy)]
  const stands = /"(?:user_)?stance":"oppose"(?!,"count":0)|"stance_when_written":"learning"/
  const revealing = (responses: Map<string, string>) =>
    [...responses].filter(([, text]) => stands.test(text)).map(([template]) => template)
  expect(revealing(seen)).toEqual(
    expect.arrayContaining(['/api/users/{id}', '/api/users/{id}/stances', '/api/bills/{id}/comments']),
  )
  const earlier = '"stance_when_written":"learning"'
  expect([...seen].filter(([, text]) => text.includes(earlier)).map(([template]) => template)).toEqual(
    expect.arrayContaining(['/api/bills/{id}/comments', '/api/bills/{id}/comments/{comment_id}']),
  )
  await set({ public_stances: false })
  expect(revealing(await readAll(other))).toEqual([])
  expect(revealing(await readAll(shy)).toSorted()).toEqual(revealing(own).toSorted())
  await set({ public_stances: true })
})

function collecting(responses: Map<string, string>): string[] {
  return [...responses].filter(([, text]) => text.includes('Said on the bill')).map(([template]) => template)
}

test('with private comments, no list contains them', async () => {
  const before = collecting(await readAll(other))
  expect(before).toEqual(expect.arrayContaining(['/api/users/{id}', '/api/users/username/{username}']))
  await set({ public_comments: false })
  const after = collecting(await readAll(other))
  expect(after.filter((template) => !whereSaid.test(template))).toEqual([])
  expect(after).toContain('/api/bills/{id}/comments')
  await set({ public_comments: true })
})

test('a member who allows no followers gets none, by any call', async () => {
  await set({ allow_follow: false })
  const third = await app.member('third-thea')
  expect(await third.refusal(followUser, { id: shy.user_id })).toBe('follow_not_allowed')
  const [row] = await app.pool`select follower_count from users where user_id = ${shy.user_id}`
  expect(row).toEqual({ follower_count: 1 })
  // Earlier followers stay, are still notified, and may unfollow. A follower who unfollowed cannot follow again.
  const { bill_id } = await app.bill('For Old Followers')
  await shy.call(takeStance, { id: bill_id, stance: 'neutral' })
  await expect
    .poll(async () => (await notificationsOf(other)).map(({ data }) => data.bill_id))
    .toContain(bill_id)
  await other.call(unfollowUser, { id: shy.user_id })
  expect(await other.refusal(followUser, { id: shy.user_id })).toBe('follow_not_allowed')
  await set({ allow_follow: true })
  await other.call(followUser, { id: shy.user_id })
})

test('a suspended or deactivated member is named only beside their own texts, until the account returns', async () => {
  const before = naming(await readAll(other))
  // This member follows the shy member and has been notified about the shy member.
  await shy.call(followUser, { id: other.user_id })
  expect(naming(await readAll(other))).toContain('/api/notifications')
  type Turn = (db: Db, user_id: string) => Promise<unknown>
  const turns: [Turn, Turn][] = [
    [suspend, liftSuspension],
    [deactivate, reactivate],
  ]
  for (const [go, come] of turns) {
    await app.pool.begin(async (db) => void (await go(db, shy.user_id)))
    expect(naming(await readAll(other)).filter((template) => !whereSaid.test(template))).toEqual([])
    await app.pool.begin(async (db) => void (await come(db, shy.user_id)))
    expect(naming(await readAll(other))).toEqual([...new Set([...before, '/api/notifications'])].toSorted())
  }
})
