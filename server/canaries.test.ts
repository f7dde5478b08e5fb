import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgotPassword, login, register, resendVerification } from '../contract/accounts.ts'
import { addBookmark, followTopic, takeStance } from '../contract/bills.ts'
import { postComment, voteOnComment } from '../contract/discussions.ts'
import { createGroupComment, createGroupPost, followGroup } from '../contract/groups.ts'
import { listNotifications } from '../contract/notifications.ts'
import { followUser, requestExport, updateProfile } from '../contract/people.ts'
import { contactRepresentative } from '../contract/representatives.ts'
import { hashPassword } from './kit/passwords.ts'
import { everyCall, type Call } from './testing/everyCall.ts'
import { openWorld, type Person, type World } from './testing/world.ts'

/**
 * Every call of the served document is made as its owner, as another member and signed out; nothing that was planted
 * may come out where it does not belong. A new endpoint is walked without being named here.
 */

const password = 'canary password one'
const nothing = '00000000-0000-4000-8000-000000000000'

let world: World
let owner: Person
let other: Person
/** What nobody but its owner may ever be answered, by whose it is. */
const personal = { owner: new Set<string>(), other: new Set<string>(), newcomer: new Set<string>() }
/** What nobody may be answered at all. */
const secrets = new Set<string>()
let ids: { bill_id: string; comment_id: string; notification_id: string }
/** The owner's own in the group of their state. */
let group: { id: string; post_id: string; comment_id: string }
/** Told to members in the list of a group's members only (R29). */
const places = new Set<string>()

async function join(username: string, street: string): Promise<Person> {
  const ocd_city_id = `ocd-division/country:us/state:il/place:${username}_town`
  const address = `${street}, Springfield, IL 62701`
  const person = await world.member(username, {
    address,
    ocd_city_id,
    email_verified_at: '2026-01-01T00:00:00.000Z',
  })
  const password_hash = await hashPassword(password)
  await world.pool`update users set password_hash = ${password_hash} where user_id = ${person.user_id}`
  await world.pool`
    insert into member_divisions (user_id, division) values (${person.user_id}, 'ocd-division/country:us/state:il')`
  places.add(ocd_city_id)
  secrets.add(person.token ?? '').add(password_hash)
  const mine = username === 'owner' ? personal.owner : personal.other
  for (const canary of [street, person.email, ocd_city_id]) mine.add(canary)
  return person
}

/** Somebody who comes in by the front door, for the sake of the logs. */
async function comeIn() {
  const account = { username: 'newcomer', full_name: 'New Comer', email: 'newcomer@canary.example' }
  const { token } = await world.visitor.call(register, {
    ...account,
    address: '5 Newcomer Street, Springfield, IL',
    access_code: 'CANARY-CODE',
    password,
  })
  const { token: again } = await world.visitor.call(login, { email: account.email, password })
  for (const secret of [token, again, password, 'CANARY-CODE']) secrets.add(secret)
  for (const canary of [account.email, '5 Newcomer Street']) personal.newcomer.add(canary)
}

/** Both have done everything that leaves a trace, and wait for every kind of mail. */
async function live(person: Person) {
  const { bill_id } = ids
  await person.call(takeStance, { id: bill_id, stance: 'support' })
  await person.call(addBookmark, { id: bill_id })
  await person.call(followTopic, { topic: 'health' })
  const content = `Words of ${person.username}`
  const { comment } = await person.call(postComment, {
    id: bill_id,
    content,
    category_id: 'general-discussion',
  })
  await person.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
  const id = await world.groupOf('ocd-division/country:us/state:il')
  await person.call(followGroup, { id })
  const { post } = await person.call(createGroupPost, { id, content })
  const { comment: reply } = await person.call(createGroupComment, { id, post_id: post.post_id, content })
  group ??= { id, post_id: post.post_id, comment_id: reply.comment_id }
  await person.call(contactRepresentative, {
    rep_id: 'IL-1',
    subject: 'Canary',
    message: `A private letter of ${person.username}`,
    bill_id,
  })
  await world.pool`update users set email_verified_at = null where user_id = ${person.user_id}`
  await person.call(resendVerification, {})
  await world.visitor.call(forgotPassword, { email: person.email })
  await person.call(updateProfile, { email: `${person.username}-next@canary.example` })
  const mine = person === owner ? personal.owner : personal.other
  mine.add(`${person.username}-next@canary.example`).add(`A private letter of ${person.username}`)
  await world.pool`update users set email_verified_at = now() where user_id = ${person.user_id}`
  await person.call(requestExport, {})
  let made = 0
  while (made === 0) {
    made = (
      await world.pool`select from emails where user_id = ${person.user_id} and purpose = 'data_export'`
    ).length
  }
  return comment.comment_id
}

beforeAll(async () => {
  world = await openWorld()
  await world.pool`insert into access_codes (code, max_uses) values ('CANARY-CODE', 100)`
  await world.representative('IL-1', {
    rep_name: 'Senator Canary',
    division: 'ocd-division/country:us/state:il',
  })
  const { bill_id } = await world.bill('Canary Bill')
  ids = { bill_id, comment_id: nothing, notification_id: nothing }
  await comeIn()
  owner = await join('owner', '41 Yellow Lane')
  other = await join('other', '97 Green Alley')
  ids.comment_id = await live(owner)
  await live(other)
  await owner.call(followUser, { id: other.user_id })
  await other.call(followUser, { id: owner.user_id })
  for (const { token } of await mailed()) if (token) secrets.add(token)
  for (const { password_hash } of await world.pool<{ password_hash: string }[]>`
    select password_hash from users`) {
    secrets.add(password_hash)
  }
  await (await world.member('bystander')).call(followUser, { id: owner.user_id })
  ids.notification_id = (await owner.call(listNotifications, {})).notifications[0]!.id
})
afterAll(() => world.close())

type Mail = { purpose: string; to_address: string; text: string; html: string; token: string | null }

function mailed(): Promise<Mail[]> {
  return world.pool<Mail[]>`
    select purpose, to_address, text, html, substring(text from 'token=([0-9a-f]{64})') as token
      from emails`
}

// What ends a session or an account is called by somebody who is then needed no more.
const ends = new Set(['/api/users/account', '/api/users/deactivate', '/api/auth/logout'])
let spares = 0

async function walkerOf({ template }: Call, token: string | null): Promise<string | null> {
  return token && ends.has(template) ? (await world.member(`spare-${++spares}`)).token : token
}

/** The path with the owner's own things in it. */
function pathOf(template: string): string {
  const id = template.includes('/users/')
    ? owner.user_id
    : template.includes('/comments/{id}')
      ? ids.comment_id
      : ids.bill_id
  const given: Record<string, string> = {
    id,
    token: '0'.repeat(64),
    comment_id: ids.comment_id,
    username: owner.username,
    ...(template.startsWith('/api/groups/') ? group : {}),
    ...(template.startsWith('/api/notifications/') ? { id: ids.notification_id } : {}),
  }
  return template.replace(/\{(\w+)\}/g, (_, word: string) => given[word] ?? nothing)
}

/** One body that every call takes what it knows from. */
function bodyOf({ template }: Call) {
  const fields = {
    stance: 'oppose',
    vote_type: 'downvote',
    content: 'What a walker says',
    category_id: 'general-discussion',
    topic: 'health',
    bio: 'Changed by a walker',
    rep_id: 'IL-1',
    subject: 'Walking by',
    message: 'What a walker writes',
    token: '0'.repeat(64),
    password: 'walker password one',
    currentPassword: 'not the right one',
    newPassword: 'walker password two',
    email: 'nobody@elsewhere.example',
    target_type: 'user',
    target_id: owner.user_id,
    reason: 'other',
    details: 'What a walker reports',
    // Whoever names somebody else in a body is still themselves.
    user_id: owner.user_id,
    userId: owner.user_id,
  }
  return template === '/api/users/profile' ? { bio: fields.bio, user_id: owner.user_id } : fields
}

/** Makes every call with this token; answers what came back, by call. */
async function walk(token: string | null) {
  const answers: (Call & { status: number; text: string })[] = []
  for (const call of await everyCall(world)) {
    const by = await walkerOf(call, token)
    const headers = {
      'content-type': 'application/json',
      ...(by ? { authorization: `Bearer ${by}` } : {}),
    }
    const body = call.method === 'GET' ? {} : { body: JSON.stringify(bodyOf(call)) }
    const response = await fetch(world.origin + pathOf(call.template), {
      method: call.method,
      headers,
      ...body,
    })
    const head = [...response.headers].map((pair) => pair.join(': ')).join('\n')
    answers.push({ ...call, status: response.status, text: `${head}\n${await response.text()}` })
  }
  return answers
}

function findCanaries(text: string, canaries: Iterable<string>): string[] {
  return [...canaries].filter((canary) => text.includes(canary))
}

/** The one call that tells members where others live, and no finer than that. */
function withoutPlaces(template: string, found: string[]): string[] {
  return template === '/api/groups/{id}/members' ? found.filter((one) => !places.has(one)) : found
}

/** Everything that is the owner's, without what others may move: counts, and what the owner is told. */
async function ownersRows() {
  const columns = await world.pool<{ name: string; column: string }[]>`
    select table_name as name, column_name as column from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'comment_vote_breakdown' and column_name in ('user_id', 'follower_id')
       and table_name not in ('notifications', 'notification_counts')`
  expect(columns.length).toBeGreaterThan(12)
  const rows: Record<string, unknown> = {}
  for (const { name, column } of columns) {
    rows[name] = await world.pool`
      select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t))
               where key !~ '(votes|_count|minds_changed|bridging_score)$') as row
        from ${world.pool(name)} t where ${world.pool(column)} = ${owner.user_id} order by 1`
  }
  rows['read'] =
    await world.pool`select from notifications where user_id = ${owner.user_id} and read_at <= now()`
  return rows
}

describe('canaries', () => {
  test('signed out, nobody is answered anything of anybody', async () => {
    for (const { method, template, text } of await walk(null)) {
      const found = findCanaries(text, [
        ...secrets,
        ...personal.owner,
        ...personal.other,
        ...personal.newcomer,
      ])
      expect([method, template, found]).toEqual([method, template, []])
    }
  })

  test('another member is answered nothing personal of the owner, and changes nothing of theirs', async () => {
    const before = await ownersRows()
    const answers = await walk(other.token)
    for (const { method, template, text } of answers) {
      const found = findCanaries(text, [...secrets, ...personal.owner, ...personal.newcomer])
      expect([method, template, withoutPlaces(template, found)]).toEqual([method, template, []])
    }
    // The walk is worth something only where it gets in.
    const shut = answers
      .filter((one) => one.method === 'GET' && one.status !== 200)
      .map((one) => one.template)
    expect(shut).toEqual([])
    expect(answers.filter((one) => one.method !== 'GET' && one.status < 300).length).toBeGreaterThan(12)
    expect(answers.filter((one) => one.status >= 500)).toEqual([])
    expect(await ownersRows()).toEqual(before)
  })

  test('the owner is answered their own email, address and letters where they are their own only, and nobody else’s', async () => {
    for (const { method, template, text } of await walk(owner.token)) {
      const found = findCanaries(text, [...secrets, ...personal.other, ...personal.newcomer])
      expect([method, template, withoutPlaces(template, found)]).toEqual([method, template, []])
      const own = withoutPlaces(template, findCanaries(text, personal.owner))
      const belongs =
        /^\/api\/(users\/(\{id\}|username\/\{username\}|profile)|auth\/(reactivate|cancel-email-change)|representatives\/contacts)$/
      if (!belongs.test(template)) expect([method, template, own]).toEqual([method, template, []])
    }
  })

  test('the logs of all this hold no address, no email, no place, no token and no words', () => {
    const logs = world.logLines.join('\n')
    expect(world.logLines.length).toBeGreaterThan(100)
    const words = [
      'Words of owner',
      'What a walker',
      'Changed by a walker',
      'walker password',
      'nobody@elsewhere',
    ]
    const planted = [...personal.owner, ...personal.other, ...personal.newcomer]
    expect(findCanaries(logs, [...secrets, ...planted, ...words])).toEqual([])
  })

  test('a mail holds no address, no email and no token of a session, and its link goes to its own member only', async () => {
    const mails = await mailed()
    expect(new Set(mails.map((mail) => mail.purpose)).size).toBeGreaterThanOrEqual(4)
    const sessions = [owner.token ?? '', other.token ?? '', password, 'CANARY-CODE']
    for (const { purpose, to_address, text, html } of mails) {
      const found = findCanaries(text + html, [
        ...personal.owner,
        ...personal.other,
        ...personal.newcomer,
        ...sessions,
      ])
      expect([purpose, found]).toEqual([purpose, []])
      const whose = to_address.startsWith('owner') ? other.username : owner.username
      expect([purpose, findCanaries(text + html, [`@${whose}`])]).toEqual([purpose, []])
    }
    const addresses = Map.groupBy(
      mails.filter((mail) => mail.token),
      (mail) => mail.token,
    )
    for (const group of addresses.values()) expect(new Set(group.map((mail) => mail.to_address)).size).toBe(1)
  })
})
