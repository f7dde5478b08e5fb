import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedIfEmpty } from '#server/operations/seed/seed.ts'
import { foldBillCounters } from '#server/participation/stances/counterFolding.ts'
import { readPlainSections } from '#server/sources/text/plainSections.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { runTally } from '#server/testing/setups/tally.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { compare, repairKey } from './compare.ts'
import { checkDerivedValues, findProblems } from './derivedCounts.ts'
import { everyKey, ofKey } from './ranges.ts'
import { derivedValues } from './values.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await seedIfEmpty(app.pool, true, () => {})
  const tides = 'Sec. 1. Each harbor keeps a table of its tides and shows it to every boat at the pier.'
  const lamps = 'Sec. 1. Each bridge keeps nine lamps, lights them at dusk and puts them out at dawn.'
  await runTally(app, '2030-01-01')
  await importRecords(app.pool, [
    vermontBill('2023-2024/h1', 'Tide tables', tides),
    vermontBill('2025-2026/h7', 'Tide tables', tides),
    vermontBill('2025-2026/h8', 'Tide tables', lamps),
  ])
}, 180_000)
afterAll(() => app.close())

function vermontBill(id: string, title: string, full_text: string) {
  const text = { format: 'plain' as const, sections: readPlainSections(full_text), struck_sections: [] }
  const version = { code: null, label: 'As introduced', printed_on: null }
  return importedBill(1, {
    source_id: `vt/${id}`,
    bill_code: id,
    title,
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:vt',
    versions: [{ ...version, text: { ...text, formatted_text: null, full_text } }],
  })
}

const aBill = `(select bill_id from bills where source_id = 'vt/2025-2026/h7')`
const aMember = '(select min(user_id::text)::uuid from users)'
const link = `insert into email_links (token_hash, user_id, purpose, email, expires_at, used_at)
  select sha256('check'), user_id,`

/** Faults of each derived value. Where rows are derived, some are missing, surplus or different. */
// prettier-ignore
const faults: Record<string, string[]> = {
  // Each row has its counts and their number, why it is withheld, whether open data has it, and what was shown last.
  'the number of stances in a release of a district, and whether its floors are kept': [`5, 5, 0, 0, 11, null, true, '{5,5,0,0}'`,
    `12, 1, 0, 0, 13, null, true, '{12,1,0,0}'`, `5, 5, 0, 0, 10, 'too_alike', true, null`, `5, 4, 0, 0, 9, null, true, '{5,4,0,0}'`,
    `5, 5, 0, 0, 10, 'too_few', true, null`, `15, 9, 0, 0, 24, null, false, '{15,9,0,0}'`,
    `15, 15, 0, 0, 30, 'would_reveal_neighbors', false, null`, `15, 15, 0, 0, 30, null, false, '{15,14,0,0}'`,
    '15, 15, 0, 0, 30, null, false, null'].map((row) => `insert into district_releases (bill_id, division, released_on, support, oppose,
      neutral, learning, n, withheld_reason, is_withheld, last_shown, members_changed)
    select bill_id, 'ocd-division/country:us/state:vt', '2026-11-23', ${row}, 9 from bills`),
  'the rounded counts of stances by place in the open data': ['15, 10, null, null, 25', '20, null, null, null, 25'].map((counts) =>
    `with released as (
      insert into district_releases (bill_id, division, released_on, support, oppose, neutral, learning, n, members_changed, is_withheld,
        last_shown)
      select bill_id, 'ocd-division/country:us/state:vt/cd:1', '2026-11-23', 19, 10, 0, 0, 29, 9, false, '{19,10,0,0}' from bills
      returning bill_id)
    insert into stance_aggregates (bill_id, division, support, oppose, neutral, learning, total, is_withheld, released_on)
    select bill_id, 'ocd-division/country:us/state:vt/cd:1', ${counts}, false, '2026-11-23' from released`),
  "a bill's activity by day": ['delete from bill_activity', 'update bill_activity set points = points + 3',
    `insert into bill_counter_steps (bill_id, day, points) select bill_id, (now() at time zone 'utc')::date - 1, 3 from bills`],
  "a bill's counts of stances": ['update bill_counters set support_count = support_count + 1',
    'insert into bill_counter_steps (bill_id, oppose_count) select bill_id, 1 from bills'],
  "a bill's count of comments": ['update bill_counters set discussion_count = 0'],
  "a bill's activity score": ['update bill_counters set activity_score = activity_score + 1'],
  "a bill's stored echo score": [`insert into bill_echo (bill_id, echo_version, echo_votes, analyzed_votes, total_votes)
    select bill_id, echo_version, 12, 12, 12 from current_bill_counts on conflict (bill_id) do update set total_votes = 99`],
  "the comparison of a bill's echo score with chance": [`insert into echo_baselines (bill_id, echo_version, comparison)
    select bill_id, echo_version, '{"verdict": "more"}' from current_bill_counts
    on conflict (bill_id) do update set comparison = excluded.comparison`],
  "a comment's votes in total and by side, replies and changed minds": ['update bill_comments set upvotes = upvotes + 1',
    'update bill_comments set reply_count = 0', 'update bill_comments set oppose_downvotes = oppose_downvotes + 2',
    'update bill_comments set change_count = change_count + 1'],
  'the votes of a comment above one voice for each group of accounts': ['update bill_comments set oppose_upvotes_discount = 2'],
  'the bill of a vote': [`update comment_votes set bill_id = ${aBill}`],
  'the bill of a comment': ['update bill_comments set bill_id = gen_random_uuid()'],
  'the comment of a vote': ['update comment_votes set comment_id = gen_random_uuid()'],
  'the position of a reply': ['update bill_comments set depth = 3 where depth = 2'],
  "a member's totals": ['update users set total_stances = 99', 'update users set follower_count = follower_count + 1'],
  'the uses of an access code': ['update access_codes set uses = max_uses'],
  'a stance and the last entry of its history': ['delete from stance_changes', `update stances set stance = 'learning' where stance = 'oppose'`],
  'the bill of a stance': ['update stances set bill_id = gen_random_uuid()'],
  'the member and the bill in the history of a stance': ['update stance_changes set bill_id = gen_random_uuid()',
    'update stance_changes set user_id = gen_random_uuid()'],
  'an email change link and the pending address': [`${link} 'change', 'canceled@example.org', now(), null from users limit 1`],
  'a used link and the address it verified': [`${link} 'verify', email, now(), now() from users where email_verified_at is null limit 1`],
  'the number of bills behind a filter': ['update bill_totals set bill_count = bill_count + 1', 'delete from bill_totals',
    `insert into bill_totals select government_level, status, is_past, 'no topic', 4 from bills on conflict do nothing`],
  "the copies of a bill's fields beside its counts": [`update bill_counters set status = 'rejected'`],
  "the copies of a bill's fields beside its topics": ['delete from bill_topics', 'update bill_topics set is_past = not is_past',
    `insert into bill_topics select bill_id, 'no topic', created_at, latest_action_at, government_level, status, is_past from bills`],
  'the search words of a bill': [`update bill_search set words = 'former words' where bill_id = ${aBill}`, 'delete from bill_search'],
  'the list of all search words': ['delete from bill_terms'],
  "a member's counts of notifications": ['update notification_counts set unread = 0, unread_stances = 0', 'delete from notification_counts'],
  'the number of votes in an unread notification': ['update notifications set votes = votes + 1',
    `insert into notifications (user_id, type, comment_id, votes)
     select user_id, 'comment_votes_batched', comment_id, 7 from bill_comments c where user_id is not null
        and not exists (select from notifications n where n.comment_id = c.comment_id)`],
  'whether a notification is shown': ['update notifications set is_shown = not is_shown'],
  "a vote event's number of listed voters and whether its roll is complete": ['update vote_events set listed_count = 7'],
  "the day of a person's vote": ['update person_votes set voted_on = voted_on + 1'],
  'whether a vote counts as a decision on the bill': [`update vote_events set motion_classification = 'cloture'
    where vote_event_id = (select min(vote_event_id::text)::uuid from vote_events where counts_for_agreement)`],
  "a chamber's last vote on a bill": ['delete from bill_last_votes', 'update bill_last_votes set voted_on = voted_on - 1',
    `insert into bill_last_votes select bill_id, organization || '/none', vote_event_id, voted_on from bill_last_votes`],
  'how often a representative voted in a year': ['update attendance_by_year set voted = voted + 1', 'delete from attendance_by_year',
    `insert into attendance_by_year select rep_id, 1999, 4, 4 from attendance_by_year on conflict do nothing`],
  "a bill's comments by place": ['update bill_local_counts set comment_count = 7', 'delete from bill_local_counts'],
  "a bill's comments by section": [`insert into bill_section_counts select bill_id, 'none', 7 from bills`],
  "a bill's comments and threads by category": ['update bill_category_counts set thread_count = 0', 'delete from bill_category_counts'],
  "a bill's changed minds by stance": [`insert into bill_mind_changes select bill_id, 'oppose', 'support', 3 from bills
    on conflict (bill_id, from_stance, to_stance) do update set member_count = 30`],
  "a bill's address": [`update bills set path = 'us/119/wrong/1' where bill_id = ${aBill}`],
  'the list of addresses': ['delete from bill_paths', `update bill_paths set is_current = false`,
    `update bill_paths set path = 'us/wrong/' || substr(bill_id::text, 1, 8) || substr(path, 3)`],
  'how far a bill has come': [`update bills set progress_reached = 'Became law', progress_dots = '{completed}'`],
  "how far a bill has come, on the bill's page": [`update bill_parts set page = page || '{"progress": {}}'`],
  "the parts of a bill's page": [`update bill_parts set detail = '{}'`],
  'the place and the topics of an update': [`with added as (insert into bill_updates (bill_id, update_type, update_key, summary, source_name,
      is_alertable, first_seen_at) select bill_id, 'status', 'checked', 'Passed.', 'Test', true, now() + interval '1 minute' from bills
      returning update_id) insert into bill_update_targets select 'topic', 'none', update_id from added`],
  'the last day for the bills of a session': [`update legislative_sessions set last_day_for_bills = '2031-01-01', last_day_rule = 'term'`],
  'which bills were introduced again': ['delete from bill_reintroductions', `insert into bill_reintroductions (bill_id, new_bill_id)
    select o.bill_id, n.bill_id from bills o, bills n where o.bill_code = '2023-2024/h1' and n.bill_code = '2025-2026/h8'`,
    `insert into bill_reintroductions (bill_id, new_bill_id) select new_bill_id, bill_id from bill_reintroductions`],
  "the order of a bill's versions": [`update bill_versions set ordinal = 7 where bill_id = ${aBill}`],
  "a bill's current version, its text and its last material change": ['update bill_counters set version_no = 7'],
  "the sections of a bill's text": ['delete from shown_sections', `update shown_sections set sections = '{}'`],
  "a bill's stances by version": [`insert into bill_version_counts (bill_id, version_no, support_count) select bill_id, 1, 7 from bills
    on conflict (bill_id, version_no) do update set support_count = 7`],
  "a group's members by kind": ['update group_member_counts set regular = regular + 1', 'delete from group_member_counts'],
  'what members answered about their changes of mind': ['credited_changes', 'yes', 'no', 'unsure', 'left_out'].map((column) =>
    `insert into persuasion_totals select topic, credited_changes, yes, no, unsure, left_out, source, now() from actual_persuasion_totals
      on conflict do nothing; update persuasion_totals set ${column} = ${column} + 1`),
  "a group's followers, posts and last activity": ['update groups set follower_count = follower_count + 1',
    'update groups set post_count = 0, live_post_count = 0', 'update groups set last_activity_at = now()'],
  'the members of a group': ['delete from group_members', `update group_members set sort_name = 'another name'`,
    `insert into group_members (group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown)
     select group_id, ${aMember}, true, false, 2, 'x', true from groups on conflict do nothing`],
  "a group post's likes": ['update group_posts set like_count = like_count + 1'],
  "a group post's comments": ['update group_posts set thread_count = thread_count + 1', 'update group_posts set comment_count = comment_count + 1'],
  'the replies to a comment on a post': ['update group_comments set reply_count = reply_count + 1'],
  'the number of groups behind a filter': ['update group_totals set group_count = group_count + 1', 'delete from group_totals'],
  'the number of messages with nearly the same text': [`insert into message_groups (rep_id, bands, message_count)
    select min(rep_id), '{1}', 3 from representatives`],
  'whether a bill with new stances is due for the tally': ['delete from stances where (user_id, bill_id) = (select user_id, bill_id from stances where mind_changed_from is null limit 1)',
    `update stances set stance = case stance when 'support' then 'oppose' else 'support' end`],
  'the counts in an entry of the tally': ['update tally_leaves set leaves = substr(leaves, 34) where length(leaves) > 33',
    'update tally_leaves set leaves = set_byte(leaves, 32, get_byte(leaves, 32) # 1)',
    'update tally_leaves set leaves = set_byte(leaves, 32, get_byte(leaves, 32) # 4)',
    'update tally_leaves set leaves = set_byte(leaves, 32, get_byte(leaves, 32) # 8)'],
  'the root of an entry of the tally': ['update tally_leaves set leaves = set_byte(leaves, 3, get_byte(leaves, 3) # 1)',
    `update tally_entries set line = replace(line, right(line, 65), repeat('a', 64) || chr(10)) where kind = 'bill'`],
  "the nodes of the tally's log": ['update tally_nodes set hash = sha256(hash) where level = 0',
    'delete from tally_nodes where level = 1', 'update tally_entries set line = line || chr(10)'],
  "a checkpoint of the tally's log": [`update tally_checkpoints set note = replace(note, chr(10) || size, chr(10) || size + 1)`,
    `update tally_nodes set hash = sha256(hash)`],
  "the day of a checkpoint of the tally's log": ['update tally_checkpoints set day = day - 1'],
  'the members in a roll of the tally': [`update tally_entries set line = replace(line, '2030-01-01' || chr(10), '2030-01-01' || chr(10) || '9') where kind = 'roll'`],
  'the position of a comment on a post': ['update group_comments set depth = 3 where depth = 2'],
}

// covers HURD-CHECK-01
test('nothing is reported when every value is right, whatever the number of keys in a range', async () => {
  expect(await findProblems(app.pool)).toEqual([])
  expect(await checkDerivedValues(app.pool, { keysPerRange: 90 })).toMatchObject({ found: 0, skipped: 0 })
})

const cases = derivedValues.flatMap((value) =>
  (faults[value.what] ?? ['no fault']).map((fault) => ({ value, what: value.what, fault })),
)

// covers HURD-CHECK-01 BEY-ALL-02
test.each(cases)('$what: "$fault" is found and repaired', async ({ value, fault }) => {
  const undo = app.pool.begin(async (db) => {
    // Triggers would correct most faults, but they also have to count the rows of some.
    if (!value.isCounted) await db`set local session_replication_role = replica`
    await db.unsafe(fault)
    await db`set local session_replication_role = origin`
    const found = await compare(db, value, everyKey(db))
    expect(found).not.toEqual([])
    expect(JSON.stringify(found)).not.toContain('@example')
    if (value.hasSteps) await foldBillCounters(db)
    for (const key of value.isRepairable === false ? [] : new Set(found.map((mismatch) => mismatch.key))) {
      await repairKey(db, value, ofKey(db, value.walk, key))
    }
    const left = await compare(db, value, everyKey(db))
    expect(left).toEqual(value.isRepairable === false ? found : [])
    throw new Error('undone')
  })
  await expect(undo).rejects.toThrow('undone')
})

// covers HURD-CHECK-01
test('one repair corrects everything that can be computed, however many values are wrong', async () => {
  const repairable = derivedValues.filter(({ isRepairable }) => isRepairable !== false)
  await app.pool.begin(async (db) => {
    await db`set local session_replication_role = replica`
    for (const { what } of repairable) await db.unsafe(faults[what]![0]!)
  })
  const found = new Set<string>()
  const { left } = await checkDerivedValues(app.pool, {
    repair: true,
    keysPerRange: 90,
    onProblem: ({ what }) => found.add(what),
  })
  expect(left).toBe(0)
  expect(repairable.map(({ what }) => what).filter((what) => !found.has(what))).toEqual([])
  expect(await findProblems(app.pool)).toEqual([])
}, 180_000)
