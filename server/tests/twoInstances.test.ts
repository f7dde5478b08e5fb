import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import {
  addBookmark,
  type Bill,
  followTopic,
  getBill,
  listBills,
  rankedBills,
  removeBookmark,
  takeStance,
  unfollowTopic,
} from '#contract/bills/bills.ts'
import { deleteComment, postComment, voteOnComment } from '#contract/discussions.ts'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { decideCases } from '#contract/moderation/cases.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { stances } from '#contract/stances.ts'
import { byScore, rank, scoreOf } from '#server/participation/feed/ranking.ts'
import { openPool, operatorLimits, type Pool } from '#server/platform/postgres/db.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { randomFrom } from '#server/testing/setups/random.ts'
import { expectInTime, startSecond } from '#server/testing/setups/twoInstances.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

/* A walk of random writes by members of two instances of one database. The responses of both are compared with the rows, which
   are read and changed with a pool of the test itself, because that makes no instance forget anything. */

const country = 'ocd-division/country:us'
const [chicago, newYork] = [`${country}/state:il/place:chicago`, `${country}/state:ny/place:new_york`]
const topics = ['health', 'energy', 'law'] as const

/** A member as a client of each of the two instances. */
type Client = { user_id: string; city: string; instances: Person[] }

let app: TestServer
let rows: Pool
let stopSecond: () => Promise<unknown>
let clients: Client[]
let bill_ids: string[]
beforeAll(async () => {
  app = await startTestServer()
  rows = openPool(app.databaseUrl, operatorLimits)
  const second = await startSecond(app)
  stopSecond = second.stop
  const people = [
    await app.resident('ana', chicago),
    await app.resident('ben', newYork),
    await app.resident('cleo', chicago),
  ]
  clients = people.map((person, index) => ({
    user_id: person.user_id,
    city: index === 1 ? newYork : chicago,
    instances: second.onBoth(person),
  }))
  const bills = []
  for (let number = 0; number < 9; number += 1) {
    const jurisdiction = [country, chicago, newYork][number % 3]!
    bills.push(
      await app.bill(`Bill ${number}`, {
        jurisdiction,
        government_level: jurisdiction === country ? 'federal' : 'local',
        topics: [topics[Math.floor(number / 3)]!],
        created_at: `2026-03-0${1 + (number % 5)}T00:00:00.000Z`,
      }),
    )
  }
  bill_ids = bills.map(({ bill_id }) => bill_id)
})
afterAll(async () => {
  await stopSecond()
  await rows.end()
  await app.close()
})

/** The lists of a member on one instance: by date, by relevance, of a topic, of the city, and the bookmarks. */
async function readLists(person: Person) {
  const queries: InputOf<typeof listBills>[] = [
    {},
    { order: 'relevance' },
    { topics: ['health'] },
    { scope: 'city', order: 'relevance' },
    { bookmarked: 'true' },
    { q: 'bill', order: 'relevance' },
  ]
  const responses = await Promise.all(queries.map((query) => person.call(listBills, query)))
  return responses.map(({ bills, pagination }) => ({
    bills: bills.map(shownFields),
    total: pagination.total,
  }))
}

/** The fields of a bill that the walk changes. */
function shownFields({
  bill_id,
  title,
  user_stance,
  is_bookmarked,
  local_count,
  reason,
  ...bill
}: Omit<Bill, 'your_representatives'>) {
  const { support_count, oppose_count, neutral_count, learning_count, discussion_count, activity_score } =
    bill
  const counts = [
    support_count,
    oppose_count,
    neutral_count,
    learning_count,
    discussion_count,
    activity_score,
  ]
  return { bill_id, title, counts, user_stance, is_bookmarked, local_count, reason: reason?.name ?? null }
}

type BillRow = ReturnType<typeof shownFields> & {
  jurisdiction: string
  topics: string[]
  government_level: GovernmentLevel
  key: string
  days: number
}

/** What the lists must be according to the rows. */
async function expectedLists({ user_id, city }: Client): Promise<Awaited<ReturnType<typeof readLists>>> {
  const [followed, bills] = await Promise.all([
    rows<{ topic: string }[]>`select topic from topic_follows where user_id = ${user_id} order by topic`,
    rows<BillRow[]>`
      select b.bill_id, b.title, b.jurisdiction, b.topics, b.government_level,
             concat(time_key(b.latest_action_at), ' ', b.bill_id) as key,
             extract(epoch from now() - b.latest_action_at)::float8 / 86400 as days,
             json_build_array(c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
                              c.activity_score) as counts,
             s.stance as user_stance, k.user_id is not null as is_bookmarked,
             coalesce(n.comment_count, 0)::int as local_count
        from bills b join current_bill_counts c using (bill_id)
        left join stances s on s.bill_id = b.bill_id and s.user_id = ${user_id}
        left join bookmarks k on k.bill_id = b.bill_id and k.user_id = ${user_id}
        left join bill_local_counts n on n.bill_id = b.bill_id and n.ocd_city_id = ${city}
       order by b.created_at desc, b.bill_id`,
  ])
  const reasonOf = (bill: BillRow) => {
    if (bill.jurisdiction === city) return city === chicago ? 'Chicago' : 'New York'
    const topic = followed.find((follow) => bill.topics.includes(follow.topic))
    return topic?.topic ?? (bill.jurisdiction === country ? 'Congress' : null)
  }
  const isOwn = (bill: BillRow) => reasonOf(bill) !== null
  const candidates = bills
    .filter(isOwn)
    .map((bill) =>
      Object.assign({ score: scoreOf({ days: bill.days, activity: bill.counts[5] ?? 0 }) }, bill),
    )
  const ranked = rank([candidates.toSorted(byScore)], new Set(city === null ? [] : [city]), rankedBills)
  const byRelevance = [
    ...ranked.map(({ bill_id }) => bills.find((bill) => bill.bill_id === bill_id)!),
    ...bills.filter((bill) => !isOwn(bill)).toSorted((one, other) => (one.key > other.key ? -1 : 1)),
  ]
  // Matches of a keyword are sorted by date within each section.
  const byMatch = [true, false].flatMap((own) => bills.filter((bill) => isOwn(bill) === own))
  const list = (chosen: BillRow[], hasReasons: boolean) => ({
    bills: chosen.map(
      (
        { jurisdiction: _place, topics: _topics, government_level: _level, key: _key, days: _days, ...bill },
        index,
      ) => ({
        ...bill,
        reason: hasReasons ? reasonOf(chosen[index]!) : null,
      }),
    ),
    total: chosen.length,
  })
  return [
    list(bills, false),
    list(byRelevance, true),
    list(
      bills.filter((bill) => bill.topics.includes('health')),
      false,
    ),
    list(
      byRelevance.filter((bill) => bill.jurisdiction === city),
      true,
    ),
    list(
      bills.filter((bill) => bill.is_bookmarked),
      false,
    ),
    list(byMatch, true),
  ]
}

const random = randomFrom(20_261_126)

/** Writes something at random as this member, and returns what it was and the bill that it changed for everybody, if any. */
async function act(
  { user_id, instances }: Client,
  instance: number,
): Promise<{ kind: string; bill_id: string | null }> {
  const person = instances[instance]!
  const id = random.pick(bill_ids)
  const [own] = await rows<{ comment_id: string; bill_id: string }[]>`
    select comment_id, bill_id from bill_comments where user_id = ${user_id} and deleted_at is null order by created_at desc limit 1`
  const [others] = await rows<{ comment_id: string; bill_id: string }[]>`
    select comment_id, bill_id from bill_comments
     where user_id <> ${user_id} and deleted_at is null order by created_at desc limit 1`
  const kind = random.pick(['stance', 'stance', 'bookmark', 'comment', 'vote', 'delete', 'follow'] as const)
  if (kind === 'follow') {
    await person.call(random.below(2) === 0 ? followTopic : unfollowTopic, { topic: random.pick(topics) })
    return { kind, bill_id: null }
  }
  if (kind === 'delete' && own) {
    await person.call(deleteComment, { id: own.comment_id })
    return { kind, bill_id: own.bill_id }
  }
  if (kind === 'vote' && others) {
    await person.call(voteOnComment, {
      id: others.comment_id,
      vote_type: random.pick(['upvote', 'downvote'] as const),
    })
    return { kind, bill_id: others.bill_id }
  }
  if (kind === 'bookmark') {
    await person.call(random.below(2) === 0 ? addBookmark : removeBookmark, { id })
    return { kind, bill_id: null }
  }
  if (kind === 'comment') {
    const content = `Words ${random.below(1000)}`
    await person.call(postComment, { id, category_id: 'general-discussion', content })
  } else await person.call(takeStance, { id, stance: random.pick(stances) })
  return { kind, bill_id: id }
}

/** Waits until the responses of every member on every instance agree with the rows. */
async function expectAllToAgree(since: number, name: string): Promise<void> {
  for (const [index, client] of clients.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- the rows change only between the rounds
    const expected = await expectedLists(client)
    for (const [instance, person] of client.instances.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- see above
      await expectInTime(since, `${name}, member ${index} on instance ${instance}`, expected, () =>
        readLists(person),
      )
    }
  }
}

const ownFields = ({ bill_id, user_stance, is_bookmarked }: ReturnType<typeof shownFields>) => ({
  bill_id,
  user_stance,
  is_bookmarked,
})
/** Readers share for a second how much a bill is discussed, so the order may follow later than the reasons. */
const reasons = ({ bills }: { bills: ReturnType<typeof shownFields>[] } = { bills: [] }) =>
  bills.map(({ bill_id, reason }) => `${bill_id} ${reason}`).toSorted()

// covers HURD-READ-01 HURD-READ-02
test('members of two instances see in every list what they write at once, and what others write within a second', async () => {
  for (let round = 0; round < 5; round += 1) {
    let name = ''
    for (let turn = 0; turn < 6; turn += 1) {
      const client = random.pick(clients)
      const instance = random.below(2)
      const [here, there] = [client.instances[instance]!, client.instances[1 - instance]!]
      await Promise.all([readLists(here), readLists(there)])
      const { kind, bill_id } = await act(client, instance)
      name = `round ${round}, turn ${turn}: ${kind} on instance ${instance}`
      const [expected, found, elsewhere] = await Promise.all([
        expectedLists(client),
        readLists(here),
        readLists(there),
      ])
      // The instance of the write knows what it changed, also for everybody else.
      const changed = (lists: typeof found) => lists[0]?.bills.find((bill) => bill.bill_id === bill_id)
      expect(changed(found), name).toEqual(changed(expected))
      expect(found[0]?.bills.map(ownFields), name).toEqual(expected[0]?.bills.map(ownFields))
      expect(reasons(found[1]), name).toEqual(reasons(expected[1]))
      // The other instance knows what only the member sees.
      expect(elsewhere[0]?.bills.map(ownFields), name).toEqual(expected[0]?.bills.map(ownFields))
      // The page of a bill has its current counts on every instance.
      const id = bill_id ?? bill_ids[0]!
      const page = expected[0]?.bills.find((bill) => bill.bill_id === id)
      for (const person of client.instances) {
        // oxlint-disable-next-line no-await-in-loop -- one instance after the other
        expect(shownFields((await person.call(getBill, { id })).bill), name).toEqual(page)
      }
      expect(elsewhere[4]?.bills.map(ownFields), name).toEqual(expected[4]?.bills.map(ownFields))
    }
    await expectAllToAgree(performance.now(), name)
  }
}, 120_000)

// covers HURD-READ-02
test('a bill that an import changes is shown as it is within a second on every instance', async () => {
  const [bill_id] = bill_ids
  await expectAllToAgree(performance.now(), 'before')
  await rows`update bills set title = 'Renamed bill', topics = '{energy}' where bill_id = ${bill_id!}`
  await expectAllToAgree(performance.now(), 'a new title and topic')
  await rows`update bills set latest_action_on = '2026-08-01' where bill_id = ${bill_id!}`
  await expectAllToAgree(performance.now(), 'a new action')
  const pageOf = async (person: Person) => {
    const { bill } = await person.call(getBill, { id: bill_id! })
    return [bill.title, bill.topics, bill.reintroduced_as.map(({ title }) => title)]
  }
  const [ana] = clients
  const expected = ['Renamed bill', ['energy'], [] as string[]]
  for (const person of ana!.instances) expect(await pageOf(person)).toEqual(expected)
  await rows`
    insert into bill_reintroductions (bill_id, new_bill_id) values (${bill_id!}, ${bill_ids[1]!})`
  const since = performance.now()
  expected[2] = ['Bill 1']
  for (const person of ana!.instances) {
    // oxlint-disable-next-line no-await-in-loop -- one instance after the other
    await expectInTime(since, 'reintroduced', expected, () => pageOf(person))
  }
})

// covers HURD-READ-01 HURD-READ-02
test('a comment that moderators hide, and those of a deleted account, count at once here and within a second elsewhere', async () => {
  const mod = await operator(app, 'mod', 'moderator')
  const [reporter, author] = [
    await app.member('reporter', { email_verified_at: '2026-01-01T00:00:00Z' }),
    await app.member('author'),
  ]
  const [, bill_id] = bill_ids
  const counts = async (person: Person) => {
    const { bills } = await person.call(listBills, {})
    return bills.find((bill) => bill.bill_id === bill_id)?.discussion_count ?? 0
  }
  const words = { id: bill_id!, category_id: 'general-discussion', content: 'Words to hide' } as const
  const { comment } = await author.call(postComment, words)
  const [here, elsewhere] = clients[0]!.instances
  const before = await counts(here!)
  await expectInTime(performance.now(), 'a comment', before, () => counts(elsewhere!))

  const target = { target_type: 'bill_comment', target_id: comment.comment_id } as const
  await reporter.call(createReport, { ...target, reason: 'abuse', details: '' })
  await mod.call(decideCases, {
    cases: [target],
    decision: 'hide',
    reason: 'It insults a member',
    days: null,
  })
  expect(await counts(here!)).toBe(before - 1)
  await expectInTime(performance.now(), 'hidden', before - 1, () => counts(elsewhere!))

  await mod.call(decideCases, { cases: [target], decision: 'restore', reason: 'A mistake', days: null })
  expect(await counts(here!)).toBe(before)
  await author.call(deleteAccount, {})
  expect(await counts(here!)).toBe(before - 1)
  await expectInTime(performance.now(), 'deleted', before - 1, () => counts(elsewhere!))
})
