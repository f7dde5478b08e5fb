import { beforeAll, afterAll, expect, test } from 'vitest'
import { getStatistics, measures, type Period } from '#contract/administration/administration.ts'
import { listBookmarks, takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { countDays } from '#server/operations/monitoring/dailyStatistics.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import { isBounded, planNodes } from '#server/testing/postgres/plans.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const dayMs = 86_400_000

let app: TestServer
let ada: Person
/** The statements that counted days. */
const counting = new Map<string, BuiltStatement>()
beforeAll(async () => {
  app = await startTestServer({}, undefined, {
    observe: (statement) => {
      if (!statement.name.startsWith('operations/monitoring/dailyStatistics.')) return
      counting.set(statement.text, statement)
    },
  })
  ada = await operator(app, 'ada', 'administrator')
  await app.pool`update users set created_at = ${dayAgo(40)}::date + time '12:00', active_at = now() - interval '3 days'`
})
afterAll(() => app.close())

function dayAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
}

/** Counts as the recurring task does, and returns the days. */
async function countAll(): Promise<string[]> {
  const days: string[] = []
  let position: string | null = null
  do {
    position = await countDays(app.pool, position)
    if (position !== null) days.push(position)
  } while (position !== null)
  return days
}

async function read(by: Period = 'day', until?: string) {
  return (await ada.call(getStatistics, { by, until })).statistics
}

// covers HURD-STATISTICS-01
test('only administrators with two-step sign-in read the statistics', async () => {
  const maya = await app.member('maya')
  const mod = await operator(app, 'mod', 'moderator')
  const eve = await operator(app, 'eve', 'administrator')
  await app.pool`delete from second_factors where user_id = ${eve.user_id}`
  expect(await app.visitor.refusal(getStatistics, {})).toBe('authentication_required')
  expect(await maya.refusal(getStatistics, {})).toBe('not_found')
  expect(await mod.refusal(getStatistics, {})).toBe('not_found')
  expect(await eve.refusal(getStatistics, {})).toBe('operator_needs_second_factor')
  expect((await read()).periods).toEqual([])
})

// covers HURD-STATISTICS-02 HURD-STATISTICS-03
test('a day has the totals of what happened, and a member who was active all day counts once', async () => {
  const [ana, ben] = [await app.member('ana'), await app.member('ben')]
  await app.pool`update users set created_at = ${dayAgo(3)}::date + time '12:00' where username in ('ana', 'ben')`
  await app.pool`update users set active_at = now() - interval '3 days' where username = 'ana'`
  const { bill_id: id } = await app.bill('Counted Bill')
  await ana.call(takeStance, { id, stance: 'support' })
  await ana.call(takeStance, { id, stance: 'oppose' })
  const { comment } = await ana.call(postComment, {
    id,
    content: 'Counted.',
    category_id: 'general-discussion',
  })
  await ben.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
  await ben.call(createReport, {
    target_type: 'bill_comment',
    target_id: comment.comment_id,
    reason: 'spam',
    details: '',
  })
  await app.pool`insert into mind_changes (comment_id, user_id) values (${comment.comment_id}, ${ben.user_id})`
  await app.pool`
    insert into emails (purpose, to_address, subject, text, expires_at, state) values
      ('test_email', 'a@example.org', 'A', '', now() + interval '1 day', 'sent'),
      ('test_email', 'b@example.org', 'B', '', now() + interval '1 day', 'dead'),
      ('test_email', 'c@example.org', 'C', '', now() + interval '1 day', 'pending')`
  // Ana's session is read again on the same day, as after a break.
  await app.pool`update users set active_at = greatest(active_at - interval '11 minutes', ${dayAgo(0)}::date) where username = 'ana'`
  await (await app.signInAgain(ana)).call(listBookmarks, {})
  await app.pool`update reports set resolved_at = now(), resolved_by = 'tester'`

  await countAll()
  const today = (await read()).periods.at(-1)
  // Ada and Ana were last active three days ago and came back today. Maya, mod and eve registered today. Ben is not
  // counted, because his `active_at` is still the time at which the test created his account.
  expect(today).toEqual({
    starts_on: dayAgo(0),
    active_days: 1,
    returning_members: 2,
    minds_changed: 1,
    comments_per_100_stances: 50,
    registrations: 3,
    active_members: 3 + 2,
    stances: 2,
    comments: 1,
    votes: 1,
    messages: 0,
    reports_opened: 1,
    reports_decided: 1,
    emails_delivered: 1,
    emails_failed: 1,
  })
})

// covers HURD-STATISTICS-03
test('a round counts each missing day once, and later rounds count only today, yesterday and days that can still change', async () => {
  await app.pool`delete from daily_statistics`
  const all = await countAll()
  expect(all).toEqual(Array.from({ length: 41 }, (_, index) => dayAgo(40 - index)))
  expect(await countAll()).toEqual([dayAgo(1), dayAgo(0)])
  await app.pool`update daily_statistics set counted_at = counted_at - interval '1 day'`
  expect(await countAll()).toEqual(Array.from({ length: 8 }, (_, index) => dayAgo(7 - index)))
  // Counting a day again replaces its counts.
  await app.pool`update daily_statistics set stances = 99 where day in (${dayAgo(0)}::date, ${dayAgo(20)}::date)`
  await countAll()
  const { periods } = await read()
  expect(periods.find(({ starts_on }) => starts_on === dayAgo(0))?.stances).toBe(2)
  expect(periods.find(({ starts_on }) => starts_on === dayAgo(20))?.stances).toBe(99)
  await app.pool`delete from daily_statistics where day = ${dayAgo(20)}`
  expect(await countAll()).toContain(dayAgo(20))
})

// covers HURD-STATISTICS-03
test('active members and emails of a day whose rows have been deleted are unknown, not zero', async () => {
  const { earlier } = await read()
  const { periods } = await read('day', earlier ?? '')
  expect(periods.at(-1)).toMatchObject({
    active_members: null,
    emails_delivered: null,
    emails_failed: null,
    votes: 0,
  })
})

// covers HURD-STATISTICS-03
test('days are counted by indexes, and each statement reads one table', async () => {
  await countAll()
  const scans: string[] = []
  const tables: string[] = []
  for (const [text, statement] of counting) {
    if (!/count\(|sum\(/.test(text)) continue
    const nodes = (await planNodes(app.pool, statement)).filter((node) => node['Relation Name'])
    for (const node of nodes) {
      if (!isBounded(node)) scans.push(`${node['Node Type']} on ${node['Relation Name']}`)
    }
    tables.push([...new Set(nodes.map((node) => node['Relation Name']))].join(' and '))
  }
  expect(scans).toEqual([])
  // The reports are read twice, by the time at which they were opened and by the time of the decision.
  expect(tables.toSorted()).toEqual([
    'active_member_counts',
    'bill_comments',
    'comment_votes',
    'emails',
    'group_comments',
    'group_posts',
    'messages',
    'mind_changes',
    'reports',
    'reports',
    'stance_changes',
    'users',
  ])
})

// covers HURD-STATISTICS-03
test('only tables whose rows are hardly ever updated have a BRIN index on the time', async () => {
  // An update moves a row to another page, and then a range of pages contains rows from every day.
  const tables = await app.pool<{ table: string }[]>`
    select distinct i.indrelid::regclass::text as table
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where a.amname = 'brin' order by 1`
  expect(tables.map(({ table }) => table)).toEqual([
    'alert_deliveries',
    'mind_changes',
    'stance_changes',
    'version_comparisons',
  ])
})

// covers HURD-STATISTICS-04
test('weeks and months add up the days and average the active members', async () => {
  await app.pool`delete from daily_statistics`
  await app.pool`
    insert into daily_statistics (day, registrations, active_members, stances, minds_changed, comments, votes, messages,
                                  reports_opened, reports_decided, emails_delivered, emails_failed)
    select d, 2, case when extract(day from d) = 1 then 61 else 1 end, 0, 0, 0, 0, 0, 0, 0, null, null
      from generate_series('2026-03-01'::timestamp, '2026-05-31', interval '1 day') d`
  const months = await read('month', '2026-05-15')
  expect(
    months.periods.map(({ starts_on, registrations, active_members }) => [
      starts_on,
      registrations,
      active_members,
    ]),
  ).toEqual([
    ['2026-03-01', 62, 3],
    ['2026-04-01', 60, 3],
    ['2026-05-01', 62, 3],
  ])
  expect(months).toMatchObject({ earlier: null, later: expect.any(String) })
  const weeks = await read('week', '2026-04-08')
  expect(weeks.periods.at(-1)).toMatchObject({
    starts_on: '2026-04-06',
    registrations: 14,
    emails_delivered: null,
  })
  const days = await read('day', '2026-05-31')
  expect(days.periods).toHaveLength(30)
  expect(days.earlier).toBe('2026-05-01')
  const before = await read('day', days.earlier ?? '')
  expect(before.periods.at(-1)?.starts_on).toBe('2026-05-01')
  expect(before.later).toBe('2026-05-31')
})

// covers HURD-STATISTICS-04
test('an invalid date is refused, and a range in the future ends today', async () => {
  const { status } = await ada.request(getStatistics, { until: '2026-02-30' })
  expect(status).toBe(400)
  expect((await read('day', '2999-01-01')).later).toBeNull()
})

// covers HURD-STATISTICS-01
test('the statistics have totals only, and nothing by place, bill or stance', async () => {
  await countAll()
  const [period] = (await read()).periods
  expect(Object.keys(period ?? {}).toSorted()).toEqual([...measures, 'active_days', 'starts_on'].toSorted())
})
