import { afterAll, beforeAll, expect, test } from 'vitest'
import { listGroupedMessages, listOfficialMessages } from '#contract/messages.ts'
import { contactRepresentative } from '#contract/representatives.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00.000Z' }
const seattle = 'ocd-division/country:us/state:wa/place:seattle'
const campaignText =
  'I am writing as your constituent about the bridge. It has been closed since March, and every trip to the hospital takes forty minutes longer. I support this bill.'

let app: TestServer
let wanda: Person
let bill_id: string
const writers: Person[] = []
beforeAll(async () => {
  app = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:9' })
  for (const rep_id of ['W1', 'W2']) {
    await app.representative(rep_id, {
      rep_name: `Wanda ${rep_id}`,
      email: `${rep_id.toLowerCase()}@example.org`,
    })
  }
  wanda = await official('wanda', 'W1')
  ;({ bill_id } = await app.bill('Bridge Act'))
  for (let number = 1; number <= 6; number += 1) {
    writers.push(
      await app.resident(`writer${number}`, seattle, { ...verified, full_name: `Writer Number${number}` }),
    )
  }
})
afterAll(() => app.close())

async function official(username: string, rep_id: string): Promise<Person> {
  const person = await app.member(username, { member_type: 'elected_official' })
  await app.pool`
    insert into official_accounts (user_id, rep_id, verified_by, valid_from)
    values (${person.user_id}, ${rep_id}, 'operator', '2026-01-01')`
  return person
}

async function write(
  writer: Person,
  message: string,
  about: { rep_id?: string; bill_id?: string | null } = {},
) {
  const input = { rep_id: 'W1', bill_id, ...about, subject: 'The bridge', message }
  return (await writer.call(contactRepresentative, input)).contact.contact_id
}

async function read() {
  return wanda.call(listOfficialMessages, {})
}

// covers HURD-GROUPED-01 HURD-GROUPED-02
test('copies that arrive together are one group, and a personal message stays apart', async () => {
  const copies = writers.slice(0, 4)
  await Promise.all(
    copies.map((writer, at) => write(writer, `${campaignText}\nSincerely,\nWriter Number${at + 1}`)),
  )
  await write(
    writers[4]!,
    'My mother missed her dialysis twice because of the detour. Please open the bridge.',
  )
  await write(writers[5]!, campaignText.replace('support', 'oppose'))

  const { groups, message_count, pagination } = await read()
  expect(groups.map((group) => group.message_count)).toEqual([1, 1, 4])
  expect(groups[2]?.newest.message).toContain(campaignText)
  expect({ message_count, total: pagination.total }).toEqual({ message_count: 6, total: 3 })
  const page = await wanda.call(listOfficialMessages, { limit: 2, offset: 2 })
  expect(page).toMatchObject({ groups: [{ message_count: 4 }], pagination: { total: 3, has_more: false } })
})

// covers HURD-GROUPED-01
test('the same text about another bill, about none, or to another office starts another group', async () => {
  const other = await app.bill('Other Act')
  await write(writers[0]!, campaignText, { bill_id: other.bill_id })
  await write(writers[1]!, campaignText, { bill_id: null })
  await write(writers[2]!, campaignText, { rep_id: 'W2' })
  expect((await read()).groups.map((group) => group.message_count)).toEqual([1, 1, 1, 1, 4])
})

// covers HURD-GROUPED-03
test('every message of a group can be read by its office in pages, and by nobody else', async () => {
  const group = (await read()).groups.find(({ message_count }) => message_count === 4)
  const id = group!.group_id
  const first = await wanda.call(listGroupedMessages, { id, limit: 3 })
  const second = await wanda.call(listGroupedMessages, { id, limit: 3, offset: 3 })
  expect(first.pagination).toEqual({ limit: 3, offset: 0, total: 4, has_more: true })
  expect(first.messages[0]).toEqual(group?.newest)
  const names = [...first.messages, ...second.messages].map(({ sender_name }) => sender_name)
  expect(names.toSorted()).toEqual([1, 2, 3, 4].map((number) => `Writer Number${number}`))
  const stranger = await official('walter', 'W2')
  expect(await stranger.refusal(listGroupedMessages, { id })).toBe('not_your_message')
  expect(await writers[0]!.refusal(listGroupedMessages, { id })).toBe('officials_only')
})

// covers HURD-GROUPED-04
test('the messages of a deleted account are not counted while it can still be restored, and a second group of the city repeats none', async () => {
  const group = (await read()).groups.find(({ message_count }) => message_count === 4)
  const [sender] = await app.pool<{ user_id: string }[]>`
    select user_id from messages where group_id = ${group!.group_id} order by created_at limit 1`
  await app.pool`update users set account_status = 'closed' where user_id = ${sender!.user_id}`
  const { groups, message_count } = await read()
  expect(groups.find(({ group_id }) => group_id === group!.group_id)?.message_count).toBe(3)
  expect(message_count).toBe(groups.reduce((sum, each) => sum + each.message_count, 0))
  const { pagination } = await wanda.call(listGroupedMessages, { id: group!.group_id })
  expect(pagination.total).toBe(3)
  await app.pool`update users set account_status = 'active' where user_id = ${sender!.user_id}`
  const cyclists = await app.pool`
    insert into groups (group_id, group_name, description, government_level, group_type, jurisdiction)
    select gen_random_uuid(), 'Cyclists', '', government_level, group_type, jurisdiction from groups
     where jurisdiction = ${seattle} returning group_id`
  expect(cyclists).toHaveLength(1)
  const { messages } = await wanda.call(listGroupedMessages, { id: group!.group_id })
  expect(messages.map(({ sender_city }) => sender_city)).toEqual(
    Array.from({ length: 4 }, () => 'Seattle, WA'),
  )
  await app.pool`delete from groups where group_name = 'Cyclists'`
})

// covers HURD-GROUPED-04
test('when a member deletes the account, the message leaves its group, and an empty group leaves the list', async () => {
  await app.pool`delete from messages where user_id in (${writers[0]!.user_id}, ${writers[4]!.user_id})`
  const { groups } = await read()
  expect(groups.map((group) => group.message_count).toSorted((one, other) => one - other)).toEqual([1, 1, 3])
  expect(groups.some(({ newest }) => newest.message.includes('dialysis'))).toBe(false)
  expect(await app.pool.begin(findProblems)).toEqual([])
  const [empty] = await app.pool<{ count: number }[]>`
    select count(*)::int as count from message_groups where message_count = 0 and emptied_at is not null`
  expect(empty?.count).toBe(2)
})

// covers HURD-GROUPED-04
test('a group of messages that were not emailed is empty when the last of them is deleted', async () => {
  const [group] = await app.pool<{ group_id: string }[]>`
    insert into message_groups (rep_id, bands) values ('W2', '{1}') returning group_id`
  for (const subject of ['First', 'Second']) {
    await app.pool`
      insert into messages (user_id, rep_id, group_id, subject, body, delivery)
      values (${writers[1]!.user_id}, 'W2', ${group!.group_id}, ${subject}, 'Copied into a form', 'contact_form')`
  }
  const isEmptied = async () => {
    const [row] = await app.pool<{ is_emptied: boolean }[]>`
      select emptied_at is not null and not exists (select from messages m where m.group_id = g.group_id) as is_emptied
        from message_groups g where group_id = ${group!.group_id}`
    return row?.is_emptied
  }
  expect(await isEmptied()).toBe(false)
  await app.pool`delete from messages where subject = 'First'`
  expect(await isEmptied()).toBe(false)
  await app.pool`delete from messages where subject = 'Second'`
  expect(await isEmptied()).toBe(true)
})

// covers HURD-GROUPED-04
test('the check finds a wrong count', async () => {
  await app.pool`update message_groups set message_count = message_count + 1 where message_count = 3`
  const problems = await app.pool.begin(findProblems)
  expect(problems.map(({ what }) => what)).toEqual(['the number of messages with nearly the same text'])
})
