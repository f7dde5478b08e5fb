import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeStance } from '../contract/bills.ts'
import { postComment } from '../contract/discussions.ts'
import { createGroupComment, createGroupPost, followGroup } from '../contract/groups.ts'
import { followUser, updateProfile } from '../contract/people.ts'
import type { Db } from './kit/db.ts'
import { deactivate, liftSuspension, reactivate, suspend } from './people/lifecycle.ts'
import { everyCall } from './testing/everyCall.ts'
import { openWorld, type Person, type World } from './testing/world.ts'

/**
 * The four settings of privacy have no call that writes them yet: set in the database, they hold in every answer
 * (decision 8). Every read of the served document is made, so a new one is walked without being named here.
 */
const texas = 'ocd-division/country:us/state:tx'

let world: World
let shy: Person
let other: Person
let ids: Record<'bill' | 'comment' | 'group' | 'post' | 'groupComment', string>
beforeAll(async () => {
  world = await openWorld()
  shy = await world.resident('shy-sage', texas, { full_name: 'Shy Sage' })
  other = await world.resident('other-olive', texas, { full_name: 'Other Olive' })
  const { bill_id } = await world.bill('Quiet Bill')
  const group = await world.groupOf(texas)
  const here = { id: bill_id, category_id: 'general-discussion' } as const
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
afterAll(() => world.close())

async function set(
  flags: Partial<Record<'public_profile' | 'public_stances' | 'public_comments' | 'allow_follow', boolean>>,
) {
  await world.pool`update users set ${world.pool(flags)} where user_id = ${shy.user_id}`
}

/** What `by` is answered by every read, with the shy member, and what is theirs, in its path. */
async function readAll(by: Person) {
  const answers = new Map<string, string>()
  for (const { method, template } of await everyCall(world)) {
    if (method !== 'GET') continue
    const inGroup = template.startsWith('/api/groups/')
    const words: Record<string, string> = {
      id: template.includes('/users/') ? shy.user_id : inGroup ? ids.group : ids.bill,
      username: 'shy-sage-2',
      comment_id: inGroup ? ids.groupComment : ids.comment,
      post_id: ids.post,
    }
    const path = template.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? 'none')
    answers.set(template, await read(by, path))
  }
  return answers
}

/** The text of an answer; of one that goes on, its beginning. */
async function read(by: Person, path: string): Promise<string> {
  const { headers, body } = await fetch(world.origin + path, {
    headers: { authorization: `Bearer ${by.token}` },
  })
  if (!body) return ''
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return text(body)
  const reader = body.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

function naming(answers: Map<string, string>): string[] {
  return [...answers]
    .filter(([, text]) => text.includes(shy.user_id) || text.includes('shy-sage'))
    .map(([template]) => template)
    .toSorted()
}

// Words stay where they were said, with who said them (decision 8); their replies and pages are the same words.
const whereSaid = /^\/api\/(bills\/\{id\}\/comments|groups\/\{id\}\/posts)(\/|$)/

test('without a profile for others, a member is named nowhere but beside their own words', async () => {
  const before = naming(await readAll(other)).filter((template) => !whereSaid.test(template))
  expect(before, 'the walk gets in').toEqual(
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

test('without stances for others, how a member stands is in no answer', async () => {
  const [seen, own] = [await readAll(other), await readAll(shy)]
  const stands = /"(?:user_)?stance":"oppose"(?!,"count":0)/
  const telling = (answers: Map<string, string>) =>
    [...answers].filter(([, text]) => stands.test(text)).map(([template]) => template)
  expect(telling(seen)).toEqual(
    expect.arrayContaining(['/api/users/{id}', '/api/users/{id}/stances', '/api/bills/{id}/comments']),
  )
  await set({ public_stances: false })
  expect(telling(await readAll(other))).toEqual([])
  expect(telling(await readAll(shy)).toSorted()).toEqual(telling(own).toSorted())
  await set({ public_stances: true })
})

function collecting(answers: Map<string, string>): string[] {
  return [...answers].filter(([, text]) => text.includes('Said on the bill')).map(([template]) => template)
}

test('without comments for others, they are collected nowhere', async () => {
  const before = collecting(await readAll(other))
  expect(before).toEqual(expect.arrayContaining(['/api/users/{id}', '/api/users/username/{username}']))
  await set({ public_comments: false })
  const after = collecting(await readAll(other))
  expect(after.filter((template) => !whereSaid.test(template))).toEqual([])
  expect(after).toContain('/api/bills/{id}/comments')
  await set({ public_comments: true })
})

test('who allows no followers gets none, by any call', async () => {
  await set({ allow_follow: false })
  const third = await world.member('third-thea')
  expect(await third.refusal(followUser, { id: shy.user_id })).toBe('follow_not_allowed')
  const [row] = await world.pool`select follower_count from users where user_id = ${shy.user_id}`
  expect(row).toEqual({ follower_count: 1 })
  await set({ allow_follow: true })
})

test('suspended or deactivated, a member is named nowhere but beside their own words, until they come back', async () => {
  const before = naming(await readAll(other))
  // Somebody who was told of them, and follows them.
  await shy.call(followUser, { id: other.user_id })
  expect(naming(await readAll(other))).toContain('/api/notifications')
  type Turn = (db: Db, user_id: string) => Promise<unknown>
  const turns: [Turn, Turn][] = [
    [suspend, liftSuspension],
    [deactivate, reactivate],
  ]
  for (const [go, come] of turns) {
    await world.pool.begin(async (db) => void (await go(db, shy.user_id)))
    expect(naming(await readAll(other)).filter((template) => !whereSaid.test(template))).toEqual([])
    await world.pool.begin(async (db) => void (await come(db, shy.user_id)))
    expect(naming(await readAll(other))).toEqual([...before, '/api/notifications'].toSorted())
  }
})
