import { afterAll, beforeAll, expect, test } from 'vitest'
import { postComment } from '#contract/discussions.ts'
import { listMentioned, mentionPieces, suggestMentions } from '#contract/mentions.ts'
import { blockUser, muteUser } from '#contract/mutes.ts'
import { listNotifications } from '#contract/notifications.ts'
import { followUser, updatePrivacy, updateProfile } from '#contract/people.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ana: Person
let bill_id: string
const members = new Map<string, Person>()

beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
  for (const [username, full_name] of [
    ['lu-writes', 'Luisa Ortiz'],
    ['lu-followed', 'Ludwig Hale'],
    ['luther', 'Nora Quinn'],
    ['lucia', 'Lucía Benítez'],
    ['zed', 'Zed Lumen'],
  ] as const) {
    members.set(username, await app.member(username, { full_name }))
  }
  bill_id = (await app.bill('Talk')).bill_id
  const input = { id: bill_id, category_id: 'general-discussion', parent_comment_id: null } as const
  await members.get('lu-writes')!.call(postComment, { ...input, content: 'One view' })
  await ana.call(postComment, { ...input, content: 'My view' })
  await ana.call(followUser, { id: members.get('lu-followed')!.user_id })
})
afterAll(() => app.close())

async function suggested(q: string, scope: { bill_id?: string } = { bill_id }) {
  const { people } = await ana.call(suggestMentions, { q, ...scope })
  return people.map(({ username }) => username)
}

// covers HURD-MENTION-01
test('the database and the browser find the same mentions in a text', async () => {
  const texts = [
    '@josé and @ana',
    '@ana\u0301 @дом @anaд',
    '@ana. @ana.de (@luther)',
    '@ana@x.org /@zed @ana’s',
    '@ANA\n@lucia,@zed',
    '¿@ana? “@lucia” ‘@zed’ "@luther" «@x» ¡@y! a"b@c',
  ]
  for (const text of texts) {
    const [row] = await app.pool<{ names: string[] }[]>`select mentioned_names(${text}) as names`
    const names = mentionPieces(text).flatMap(({ username }) => username?.toLowerCase() ?? [])
    expect([text, row?.names.toSorted()]).toEqual([text, [...new Set(names)].toSorted()])
  }
})

// covers HURD-MENTION-01
test('a mention after a space of Unicode is found in every locale of the database', async () => {
  for (const space of '\u00a0\u1680\u2000\u2007\u200a\u2028\u2029\u202f\u205f\u3000\ufeff') {
    const text = `by${space}@ana`
    const rows = await app.pool<{ names: string[] }[]>`
      select mentioned_names(${text}) as names union all select mentioned_names(${text} collate "C")`
    expect(rows.map(({ names }) => names)).toEqual([['ana'], ['ana']])
    expect(mentionPieces(text).map(({ username }) => username)).toEqual([null, 'ana'])
  }
})

// covers HURD-MENTION-02
test('people of the discussion are suggested first, then followed members, then others by their names', async () => {
  expect((await suggested('lu')).slice(0, 2)).toEqual(['lu-writes', 'lu-followed'])
  expect((await suggested('lu')).toSorted()).toEqual(['lu-followed', 'lu-writes', 'lucia', 'luther', 'zed'])
  expect(await suggested('benitez')).toEqual(['lucia'])
  expect(await suggested('')).toEqual(['lu-writes', 'lu-followed'])
  expect(await suggested('', {})).toEqual(['lu-followed'])
  expect(await suggested('%')).toEqual([])
  expect(await suggested('ana')).toEqual([])
})

// covers HURD-MENTION-02
test('those who wrote last in a long discussion are suggested first, and whoever wrote long before is not', async () => {
  const { bill_id: long } = await app.bill('Long talk')
  await app.pool`
    insert into bill_comments (bill_id, user_id, category_id, content, created_at)
    select ${long}, case when n = 0 then ${members.get('lu-writes')!.user_id}::uuid else ${ana.user_id}::uuid end,
           'general-discussion', 'View ' || n, now() - interval '1 day' + n * interval '1 second'
      from generate_series(0, 600) n`
  const input = { id: long, category_id: 'general-discussion', content: 'Late' } as const
  await members.get('zed')!.call(postComment, input)
  await members.get('lucia')!.call(postComment, input)
  expect(await suggested('', { bill_id: long })).toEqual(['lucia', 'zed', 'lu-followed'])
})

// covers HURD-MENTION-02
test('a member with a private profile is suggested only in a discussion of theirs, and nobody who was muted or blocked', async () => {
  const writer = members.get('lu-writes')!
  await writer.call(updatePrivacy, { public_profile: false })
  expect(await suggested('lu-w')).toEqual(['lu-writes'])
  expect(await suggested('lu-w', {})).toEqual([])
  await writer.call(updatePrivacy, { public_profile: true })

  await ana.call(muteUser, { id: members.get('luther')!.user_id })
  expect(await suggested('luth')).toEqual([])
  await members.get('lucia')!.call(blockUser, { id: ana.user_id })
  expect(await suggested('luci')).toEqual([])
})

async function mentioned(usernames: string) {
  return (await ana.call(listMentioned, { usernames })).usernames.toSorted()
}

// covers HURD-MENTION-03
test('only names of members are links: not unknown ones, and not those of accounts that are closed for a while', async () => {
  expect(await mentioned('LUTHER,lui,zed,, ')).toEqual(['luther', 'zed'])
  await members.get('zed')!.call(updateProfile, { username: 'zed-renamed' })
  expect(await mentioned('zed,zed-renamed')).toEqual(['zed', 'zed-renamed'])
  await app.pool`update users set account_status = 'inactive' where username = 'luther'`
  expect(await mentioned('luther')).toEqual([])
  expect((await app.visitor.request(listMentioned, { usernames: 'zed' })).status).toBe(401)
})

// covers HURD-MENTION-03
test('a former name that is a link also notifies its member, and is refused by a block', async () => {
  const [kai, mia] = [await app.member('kai-old'), await app.member('mia')]
  await kai.call(updateProfile, { username: 'kai-new' })
  expect(await mentioned('kai-old')).toEqual(['kai-old'])
  const input = { id: bill_id, category_id: 'general-discussion', content: 'As @Kai-Old says' } as const
  await mia.call(postComment, input)
  const { notifications } = await kai.call(listNotifications, {})
  expect(notifications.map(({ type }) => type)).toEqual(['comment_mention'])

  await kai.call(blockUser, { id: mia.user_id })
  expect(await mia.refusal(postComment, input)).toBe('mention_not_allowed')
  await app.pool`update former_usernames set reserved_until = now() where username = 'kai-old'`
  await mia.call(postComment, input)
  expect(await mentioned('kai-old')).toEqual([])
})
