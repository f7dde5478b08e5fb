import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, register } from '#contract/accounts/accounts.ts'
import { billStatuses, governmentLevels } from '#contract/bills/billContent.ts'
import { listSponsorships } from '#contract/bills/billParts.ts'
import { listBills } from '#contract/bills/bills.ts'
import { getCommittee } from '#contract/hearings.ts'
import { groupText } from '#contract/storedTexts.ts'
import { getRepresentative } from '#contract/votes/votes.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { sendDueDigests } from '#server/participation/alerts/digests/digest.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { demoCode, demoPassword, demoSignIns } from './demo/demoMembers.ts'
import { seedIfEmpty } from './seed.ts'

let app: TestServer
const logged: string[] = []
beforeAll(async () => {
  app = await startTestServer()
  await seedIfEmpty(app.pool, true, (line) => logged.push(line))
}, 180_000)
afterAll(() => app.close())

test('a fresh instance has at least 60 federal bills, 40 bills from at least eight states, and 20 local bills', async () => {
  const counts = await app.pool<{ government_level: string; bills: number; places: number }[]>`
    select government_level, count(*)::int as bills, count(distinct jurisdiction)::int as places
      from bills group by government_level`
  const of = (level: string) => counts.find((row) => row.government_level === level)
  expect(of('federal')?.bills).toBeGreaterThanOrEqual(60)
  expect(of('state')?.bills).toBeGreaterThanOrEqual(40)
  expect(of('state')?.places).toBeGreaterThanOrEqual(8)
  expect(of('local')?.bills).toBeGreaterThanOrEqual(20)
})

test('each level has at least three bills of each status that its sources know', async () => {
  const counts = await app.pool<{ key: string; bills: number }[]>`
    select government_level || ' ' || status as key, count(*)::int as bills from bills group by 1`
  const few = governmentLevels
    .flatMap((level) => billStatuses.map((status) => `${level} ${status}`))
    // A city council passes an ordinance in one vote, so no local bill is ever "engrossed".
    .filter((key) => key !== 'local engrossed')
    .filter((key) => (counts.find((row) => row.key === key)?.bills ?? 0) < 3)
  expect(few).toEqual([])
})

test('every bill has a summary, a topic, a source and an action, and at least a hundred have a labeled digest', async () => {
  const bare = await app.pool`
    select source_id from bills
     where char_length(summary) < 80 or cardinality(topics) = 0 or source_url is null
        or not exists (select from bill_actions a where a.bill_id = bills.bill_id) or source_checked_at is null`
  expect(bare).toEqual([])
  const digests = await app.pool<{ note: string; sections: number }[]>`
    select bill_sections->>'note' as note, json_array_length(bill_sections->'sections') as sections
      from bill_texts join bills using (bill_id) where bill_sections is not null and source_name <> 'Demonstration'`
  expect(digests.length).toBeGreaterThanOrEqual(100)
  expect(
    digests.every(
      (digest) => digest.note.startsWith('Plain-language summary by Hurd') && digest.sections >= 2,
    ),
  ).toBe(true)
})

// covers BEY-ANATOMY-06 BEY-ANATOMY-17
test('a fresh start shows a committee with its chair and its bills, and a hearing on one of them', async () => {
  const { committee, memberships, upcoming_events, bills } = await app.visitor.call(getCommittee, {
    id: 'us/hsju00',
  })
  expect(committee.name).toBe('House Committee on the Judiciary')
  expect(memberships[0]).toMatchObject({ role: 'chair', rep_id: 'J000289' })
  expect(memberships.filter(({ rep_id }) => rep_id === null)).toEqual([])
  expect(bills.length).toBeGreaterThan(5)
  expect(upcoming_events).toMatchObject([{ name: 'Demonstration hearing (invented)', bill_count: 2 }])
})

// covers BEY-VOTES-20
test('the demo resident of Brooklyn sees how their House member and both senators voted', async () => {
  const votes = await app.pool<{ bill: string; organization: string; rep_name: string; option: string }[]>`
    select b.source_id as bill, e.organization, r.rep_name, v.option
      from users u
      join representative_terms t on t.division = any (divisions_represented(u.user_id))
      join representatives r using (rep_id)
      join person_votes v using (rep_id)
      join vote_events e on e.vote_event_id = v.vote_event_id and e.organization = t.organization
      join bills b on b.bill_id = e.bill_id
     where u.username = 'maya-okafor' and b.source_id = 'us/119/s/1582'`
  expect(votes.filter(({ organization }) => organization === 'us/house')).toHaveLength(1)
  expect(votes.filter(({ organization }) => organization === 'us/senate')).toHaveLength(2)
  const [linked] = await app.pool<{ events: number; house: number }[]>`
    select count(distinct vote_event_id)::int as events,
           (count(rep_id) filter (where organization like 'us/%'))::float8
             / (count(*) filter (where organization like 'us/%')) as house
      from vote_events join person_votes using (vote_event_id) where source_name <> 'Demonstration'`
  expect(linked?.events).toBeGreaterThanOrEqual(40)
  expect(linked?.house).toBeGreaterThan(0.95)
  const invented =
    await app.pool`select count(rep_id)::int as linked, count(*) > 200 as are_many from person_votes
     where voter_name like 'Invented member %'`
  expect(invented).toEqual([{ linked: 0, are_many: true }])
})

test('after the first start, the demo resident of Brooklyn gets a weekly email about the bills that moved', async () => {
  await sendDueDigests(app.pool, 'http://localhost:3000')
  const [email] = await app.pool<{ subject: string; text: string }[]>`
    select subject, text from emails where to_address = 'maya.okafor@example.org' and purpose = 'alert_digest'`
  expect(email?.subject).toMatch(/: .+ \(and \d+ more\)$/)
  expect(email?.text).toContain('You follow this bill.')
  expect(email?.text).toMatch(/, happened .+, seen /)
  await sendDueDigests(app.pool, 'http://localhost:3000')
  expect(await app.pool`select from emails where to_address = 'maya.okafor@example.org'`).toHaveLength(1)
})

test('the forty demo members have stances and discussions, and every stored counter agrees with the rows', async () => {
  const [totals] = await app.pool`
    select count(*)::int as people, count(distinct engagement_level(total_stances, total_comments, follower_count))::int
             as levels, sum(total_stances)::int as stances, sum(total_comments)::int as comments
      from users`
  expect(totals).toMatchObject({ people: 40, levels: expect.toSatisfy((levels: number) => levels >= 3) })
  expect(totals!['stances']).toBeGreaterThan(1000)
  expect(totals!['comments']).toBeGreaterThan(150)
  expect(await findProblems(app.pool)).toEqual([])
})

// covers HURD-COMMENT-01
test('every comment of a demo member has the stance that its author had, and some have changed their mind since', async () => {
  const rows = await app.pool<{ stance_when_written: string | null; stance: string; should_be: string }[]>`
    select c.stance_when_written, s.stance,
           (select h.to_stance from stance_changes h
             where h.bill_id = c.bill_id and h.user_id = c.user_id and h.changed_at <= c.created_at
             order by h.changed_at desc limit 1) as should_be
      from bill_comments c join stances s using (bill_id, user_id)`
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter((row) => row.stance_when_written !== row.should_be)).toEqual([])
  expect(rows.filter((row) => row.stance_when_written === null)).toEqual([])
  expect(rows.filter((row) => row.stance_when_written !== row.stance).length).toBeGreaterThanOrEqual(5)
})

test('demo members post, reply, like and follow in groups of the nation, of states and of places', async () => {
  const groups = await app.pool<{ level: string; posts: number; pins: number; likes: number }[]>`
    select g.government_level as level, count(*)::int as posts, count(*) filter (where p.is_pinned)::int as pins,
           sum(p.like_count)::int as likes, sum(p.comment_count)::int as comments
      from groups g join group_posts p using (group_id) group by g.group_id`
  expect(new Set(groups.map((group) => group.level))).toEqual(new Set(governmentLevels))
  expect(groups.length).toBeGreaterThanOrEqual(10)
  expect(groups.filter((group) => group.pins > 0).length).toBeGreaterThanOrEqual(3)
  expect(groups.every((group) => group.likes > 0)).toBe(true)
  const [nation] = await app.pool<{ follower_count: number; comments: number }[]>`
    select follower_count, (select count(*) from group_comments c where c.group_id = g.group_id) as comments
      from groups g where group_type = 'country'`
  expect(nation!.follower_count).toBeGreaterThan(10)
  expect(nation!.comments).toBeGreaterThan(8)
  const strangers = await app.pool`
    select u.username, g.group_name from group_posts p join users u using (user_id) join groups g using (group_id)
     where not exists (select from member_divisions d where d.user_id = u.user_id and d.division = g.jurisdiction)`
  expect([...strangers]).toEqual([])
})

// covers HURD-LANGUAGE-31
test('the description of every group that the demo creates is shown in Spanish', async () => {
  const groups = await app.pool<{ description: string }[]>`select description from groups`
  expect(groups.length).toBeGreaterThanOrEqual(10)
  const inEnglish = groups
    .map(({ description }) => description)
    .filter((description) => inLanguage('es', () => groupText(description)) === description)
  expect(inEnglish).toEqual([])
})

// covers HURD-MOVED-09
test('every demo member who signs in finds two bills that moved since their last visit', async () => {
  for (const { email } of await demoSignIns()) {
    const [member] = await app.pool<{ user_id: string; moved: number; away: boolean }[]>`
      select u.user_id, u.active_at < now() - interval '1 day' as away,
             (select count(*)::int from stances s join bills b using (bill_id)
               where s.user_id = u.user_id and b.moved_at > greatest(u.active_at, s.first_taken_at)) as moved
        from users u where u.email = ${email}`
    expect(member?.moved, email).toBeGreaterThanOrEqual(2)
    expect(member?.away, email).toBe(true)
  }
})

test('the printed sign-ins and access code work', async () => {
  for (const { email, role } of await demoSignIns()) {
    const response = await app.visitor.request(login, { email, password: demoPassword })
    expect([role, response.status]).toEqual([role, 200])
  }
  const newcomer = {
    full_name: 'New Comer',
    username: 'new-comer',
    email: 'new.comer@example.org',
    access_code: demoCode,
    password: 'a long walk by the river',
  }
  const { token } = await app.visitor.call(register, newcomer)
  const feed = await app.send('GET', listBills.path, { token })
  expect(feed.body['bills']).toHaveLength(20)
})

test('a member with an address sees the representative of their district and their senators', async () => {
  const maya = { email: (await demoSignIns())[0]!.email, password: demoPassword }
  const { token } = await app.visitor.call(login, maya)
  const { body } = await app.send('GET', '/api/representatives/for-user?government_level=federal', {
    token,
  })
  expect(body['representatives']).toMatchObject([
    { title: 'U.S. Representative' },
    { title: 'U.S. Senator' },
    { title: 'U.S. Senator' },
  ])
})

test('a second start adds nothing', async () => {
  const before = await app.pool`select count(*) from bills union all select count(*) from users`
  await seedIfEmpty(app.pool, true, (line) => logged.push(`again: ${line}`))
  expect(await app.pool`select count(*) from bills union all select count(*) from users`).toEqual(before)
  expect(logged.filter((line) => line.startsWith('again'))).toEqual([])
})

// covers HURD-LINKS-06
test('on a fresh start, the sponsors of the bundled bills are linked to the representatives, and none to another body', async () => {
  const sponsors = await app.pool<
    { place: string; sponsor: string; is_linked: boolean; sits_there: boolean }[]
  >`
    select split_part(b.source_id, '/', 1) as place, b.source_id || ': ' || s.name as sponsor,
           s.rep_id is not null as is_linked,
           exists (select from representative_terms t where t.rep_id = s.rep_id and t.organization = s.organization)
             as sits_there
      from bill_sponsorships s join bills b using (bill_id)
     where s.entity_type = 'person' and b.source_name <> 'Demonstration'
       and (s.source_person_id is not null or (s.organization is not null and s.name ~ '\\w.*[ ,].*\\w'))
     order by 1, 2`
  const byPlace = Map.groupBy(sponsors, ({ place }) => place)
  expect(byPlace.get('us')?.length).toBeGreaterThan(200)
  expect(byPlace.get('nyc')?.length).toBe(216)
  for (const [place, list] of byPlace) {
    const unlinked = list.flatMap(({ sponsor, is_linked }) => (is_linked ? [] : [sponsor]))
    // The roster of Congress contains only the members of today.
    expect(unlinked.length / list.length, `${place}\n${unlinked.join('\n')}`).toBeLessThanOrEqual(0.03)
    process.stdout.write(`${place} ${list.length - unlinked.length} of ${list.length}\n`)
  }
  expect(sponsors.filter(({ is_linked, sits_there }) => is_linked && !sits_there)).toEqual([])
})

// covers HURD-LINKS-06
test('on a fresh start, the bills of New York City lead to the members of its council', async () => {
  const [bill] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = 'nyc/2019/int1482'`
  const reader = await app.member('councilreader')
  const { sponsorships } = await reader.call(listSponsorships, { id: bill!.bill_id })
  expect(sponsorships[0]).toMatchObject({ name: 'Rafael L. Espinal, Jr.', rep_id: 'nyc-7630' })
  const { representative } = await reader.call(getRepresentative, { id: 'nyc-7630' })
  expect(representative).toMatchObject({ rep_name: 'Rafael L. Espinal, Jr.' })
})

test('an instance with only senators gets all other representatives at its next start', async () => {
  await app.pool`delete from representative_terms where organization is distinct from 'us/senate'`
  await app.pool`update person_votes set rep_id = null`
  await app.pool`update committee_memberships set rep_id = null`
  await app.pool`update bill_sponsorships set rep_id = null`
  await app.pool`update bill_amendments set rep_id = null`
  await app.pool`
    delete from representatives r where not exists (select from representative_terms t where t.rep_id = r.rep_id)`
  await seedIfEmpty(app.pool, true, () => {})
  const [row] = await app.pool`
    select count(distinct rep_id) filter (where organization = 'us/house') > 400 as house, count(distinct rep_id) > 6000 as all
      from representative_terms`
  expect(row).toEqual({ house: true, all: true })
})

test('a start that was interrupted before the votes and the committees is completed by the next one', async () => {
  await app.pool`delete from vote_events`
  await app.pool`update events set committee_id = null`
  await app.pool`delete from committees`
  await seedIfEmpty(app.pool, true, () => {})
  const [row] = await app.pool`
    select (select count(*) from vote_events) >= 40 as votes, (select count(*) from committees) > 0 as committees`
  expect(row).toEqual({ votes: true, committees: true })
})

test('demo members have notifications about what the others did, some of them unread', async () => {
  const rows = await app.pool<{ username: string; total: number; unread: number }[]>`
    select username, total, unread from users join notification_counts using (user_id)
     where account_status = 'active' order by member_number limit 5`
  expect(rows).toHaveLength(5)
  for (const { username, total, unread } of rows) {
    expect([username, total >= 5, unread >= 1, unread <= 30]).toEqual([username, true, true, true])
  }
})
