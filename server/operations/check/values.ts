import { stances } from '#contract/stances.ts'
import { recomputeProgress } from '#server/legislation/bills/parts/recomputeProgress.ts'
import { recomputeLastDays, recomputeReintroductions } from '#server/legislation/sessions/recompute.ts'
import { recomputeBaselines } from '#server/participation/discussions/chance/baseline.ts'
import { numbersOfVotes, voteColumns } from '#server/participation/stances/voteBreakdown.ts'
import { recomputeCheckpoints, recomputeTallyRoots } from '#server/participation/tally/recompute.ts'
import { recomputeAggregates } from '#server/publishing/openData/release/releaseWorker.ts'
import type { DerivedValue } from './derivedValue.ts'
import type { Walk } from './ranges.ts'

const bills: Walk = { table: 'bills', column: 'bill_id', type: 'uuid', size: 1_000 }
const comments: Walk = { table: 'bill_comments', column: 'comment_id', type: 'uuid', size: 5_000 }
const members: Walk = { table: 'users', column: 'user_id', type: 'uuid', size: 2_000 }
/** A roll call has up to 435 voters. */
const voteEvents: Walk = { table: 'vote_events', column: 'vote_event_id', type: 'uuid', size: 200 }
/** A representative votes in hundreds of roll calls each year. */
const representatives: Walk = { table: 'representatives', column: 'rep_id', type: 'text', size: 100 }
/** Ranges are small, because the national group has all members. */
const groups: Walk = { table: 'groups', column: 'group_id', type: 'uuid', size: 500 }
const posts: Walk = { table: 'group_posts', column: 'post_id', type: 'uuid', size: 2_000 }
const groupComments: Walk = { table: 'group_comments', column: 'comment_id', type: 'uuid', size: 5_000 }
const messageGroups: Walk = { table: 'message_groups', column: 'group_id', type: 'uuid', size: 2_000 }
const codes: Walk = { table: 'access_codes', column: 'code', type: 'text', size: 1_000 }

const ofStances = Object.fromEntries(stances.map((stance) => [`${stance}_count`, `stance = '${stance}'`]))
const discountColumns = stances.flatMap((stance) => [
  `${stance}_upvotes_discount`,
  `${stance}_downvotes_discount`,
])
const billFields = ['created_at', 'government_level', 'status', 'is_past']
const progressColumns = ['reached', 'reached_on', 'next', 'final', 'dots'].map((name) => `progress_${name}`)
const progress = {
  compute: recomputeProgress,
  computedAs: `bill_id uuid, progress_reached text, progress_reached_on date, progress_next text,
    progress_final text, progress_dots text[], progress jsonb`,
}

type Spec = Pick<DerivedValue, 'actual'> & Partial<DerivedValue>

const define =
  (rows: DerivedValue['rows']) =>
  (what: string, walk: Walk | null, table: string, spec: Spec): DerivedValue => ({
    what,
    walk,
    table,
    rows,
    key: walk ? [walk.column] : [],
    ...spec,
  })
/** Columns of rows that are not derived. Each row of the table has one row of `actual` with the same key. */
const columns = define('given')
/** Counts in a table in which a missing row means zero. */
const counts = define('counted')
/** Rows that are derived as a whole. */
const rows = define('exact')

/** Rows that refer to others without a foreign key, which a function has already checked. */
function references(what: string, walk: Walk, table: string, key: string[], others: string): DerivedValue {
  const names = key.map((name) => `t.${name}`).join(', ')
  const actual = `(select ${names} from ${table} t join ${others}) a`
  return rows(what, walk, table, { key, actual, isRepairable: false })
}

/** Counts the source rows of each key for which the condition of a column is true. A key may have a name: `expression as name`. */
function numbersOf(source: string, keys: string[], conditions: Record<string, string>) {
  const numbers = Object.entries(conditions).map(
    ([name, condition]) => `(count(*) filter (where ${condition}))::int as ${name}`,
  )
  return {
    key: keys.map((key) => key.split(' ').at(-1)!),
    counts: Object.keys(conditions),
    actual: `(select ${[...keys, ...numbers].join(', ')} from ${source} group by ${keys.map((_, at) => at + 1).join(', ')}) a`,
  }
}

/**
 * Every derived value, and the rules between rows that no constraint can express. Counts come before the rows that
 * triggers count so that a trigger does not subtract from a wrong count. Other values come after those from which they
 * are computed.
 */
// A table is easier to compare in rows, so it is not formatted.
// prettier-ignore
export const derivedValues: DerivedValue[] = [
  counts("a bill's activity by day", bills, 'bill_activity', { key: ['bill_id', 'day'], counts: ['points'],
    stored: '(select * from current_bill_activity where counts_towards_activity(day)) s', actual: 'actual_bill_activity', hasSteps: true }),
  columns("a bill's counts of stances", bills, 'bill_counters', { stored: 'stored_bill_counts', hasSteps: true,
    ...numbersOf('stances', ['bill_id'], ofStances) }),
  columns("a bill's count of comments", bills, 'bill_counters', { stored: 'stored_bill_counts', hasSteps: true,
    ...numbersOf('bill_comments where is_live', ['bill_id'], { discussion_count: 'true' }) }),
  columns("a bill's activity score", bills, 'bill_counters', { stored: 'stored_bill_counts', hasSteps: true, counts: ['activity_score'],
    actual: '(select bill_id, sum(points) as activity_score from current_bill_activity group by bill_id) a' }),
  // A score of an earlier version is outdated, not wrong.
  columns("a bill's stored echo score", bills, 'bill_echo', { counts: ['echo_votes', 'analyzed_votes', 'total_votes'],
    stored: '(select e.* from bill_echo e join current_bill_counts using (bill_id, echo_version)) s', actual: 'actual_bill_echo' }),
  columns("the comparison of a bill's echo score with chance", bills, 'echo_baselines', { columns: ['comparison'], actual: 'computed',
    stored: '(select b.* from echo_baselines b join current_bill_counts using (bill_id, echo_version)) s', compute: recomputeBaselines,
    computedAs: 'bill_id uuid, comparison jsonb' }),
  // Totals of a month are outdated, not wrong, when answers have changed since.
  columns('what members answered about their changes of mind', null, 'persuasion_totals', { key: ['topic'],
    columns: ['credited_changes', 'yes', 'no', 'unsure', 'left_out'], actual: 'actual_persuasion_totals',
    stored: '(select t.* from persuasion_totals t join actual_persuasion_totals using (topic, source)) s' }),
  columns("a comment's votes in total and by side, replies and changed minds", comments, 'bill_comments', {
    counts: [...voteColumns, 'change_count', 'reply_count'], actual: `(select c.comment_id, n.*,
      (select count(*) from mind_changes m where m.comment_id = c.comment_id)::int as change_count,
      (select count(*) from bill_comments r where r.parent_comment_id = c.comment_id)::int as reply_count
        from bill_comments c cross join ${numbersOfVotes}) a` }),
  // Votes that were cast since the discounts were counted are not in them, which is not wrong.
  columns('the votes of a comment above one voice for each group of accounts', comments, 'bill_comments', {
    columns: discountColumns, actual: 'actual_vote_discounts',
    stored: `(select c.* from bill_comments c left join vote_cluster_runs r using (bill_id) left join current_bill_counts n using
      (bill_id, echo_version) where r.bill_id is null or n.bill_id is not null) s` }),
  columns('the bill of a vote', comments, 'comment_votes', { key: ['comment_id', 'user_id'], columns: ['bill_id'],
    actual: `(select v.comment_id, v.user_id, c.bill_id from comment_votes v join bill_comments c using (comment_id)) a` }),
  references('the bill of a comment', comments, 'bill_comments', ['comment_id'], 'bill_counters using (bill_id)'),
  references('the comment of a vote', comments, 'comment_votes', ['comment_id', 'user_id'], 'bill_comments using (comment_id)'),
  columns('the position of a reply', comments, 'bill_comments', { columns: ['depth', 'bill_id', 'category_id'],
    actual: `(select c.comment_id, p.depth + 1 as depth, p.bill_id, p.category_id from bill_comments c join bill_comments p on
      p.comment_id = c.parent_comment_id) a`,
    isRepairable: false }),
  columns("a member's totals", members, 'users', {
    counts: ['total_stances', 'total_comments', 'follower_count', 'following_count', 'minds_changed'], actual: 'actual_member_totals' }),
  // A constraint refuses more accounts than the code allows, which is left to the operator.
  columns('the uses of an access code', codes, 'access_codes', numbersOf(
    '(select access_code from users union all select access_code from former_members) s', ['access_code as code'], { uses: 'true' })),
  columns('a stance and the last entry of its history', members, 'stances', { key: ['user_id', 'bill_id'], columns: ['stance'],
    actual: 'actual_last_stances', isRepairable: false }),
  references('the bill of a stance', members, 'stances', ['user_id', 'bill_id'], 'bill_counters using (bill_id)'),
  references('the member and the bill in the history of a stance', members, 'stance_changes', ['user_id', 'bill_id', 'change_id'],
    'users using (user_id) join bill_counters using (bill_id)'),
  rows('an email change link and the pending address', members, 'email_links', { key: ['user_id', 'token_hash'], named: ['user_id'],
    stored: `(select * from email_links where purpose = 'change' and used_at is null) s`,
    actual: `(select l.* from users u join email_links l on l.user_id = u.user_id and l.email = u.pending_email) a` }),
  columns('a used link and the address it verified', members, 'users', { columns: ['is_verified'],
    stored: `(select u.user_id, email_verified_at is not null as is_verified from users u where exists ( select from email_links l where
      l.user_id = u.user_id and l.email = u.email and l.purpose <> 'undo' and l.used_at is not null)) s`,
    actual: '(select user_id, true as is_verified from users) a', isRepairable: false }),
  counts('the number of bills behind a filter', null, 'bill_totals', numbersOf(
    `(select *, unnest(array_prepend('', topics)) as topic from bills) s`, ['government_level', 'status', 'is_past', 'topic'],
    { bill_count: 'true' })),
  columns("the copies of a bill's fields beside its counts", bills, 'bill_counters', { columns: [...billFields, 'jurisdiction'],
    actual: 'bills', waitFor: 'bills' }),
  rows("the copies of a bill's fields beside its topics", bills, 'bill_topics', { key: ['bill_id', 'topic'],
    columns: [...billFields, 'latest_action_at'], actual: '(select *, unnest(topics) as topic from bills) a' }),
  rows('the search words of a bill', bills, 'bill_search', { key: ['bill_id'], columns: ['created_at', 'code_key', 'keys', 'words'],
    actual: 'actual_bill_search' }),
  // Bills share most of their words, so fewer ranges compare fewer words. Words that no bill has are allowed.
  rows('the list of all search words', { ...bills, size: 5_000 }, 'bill_terms', { key: ['term'],
    stored: `(select distinct bill_id, t.term from bill_search, unnest(search_terms(words)) w (term) join bill_terms t using (term)) s`,
    actual: '(select distinct bill_id, term from bill_search, unnest(search_terms(words)) term) a' }),
  counts("a member's counts of notifications", members, 'notification_counts', { also: 'version = t.version + 1',
    ...numbersOf('notifications where is_shown', ['user_id'], { total: 'true', unread: 'read_at is null',
      unread_stances: `read_at is null and type = 'followee_stance'` }) }),
  // A notification of no votes is deleted.
  rows('the number of votes in an unread notification', comments, 'notifications', { key: ['notification_id'], counts: ['votes'],
    stored: `(select * from notifications where type = 'comment_votes_batched' and read_at is null) s`,
    actual: `(select v.comment_id, v.notification_id, count(*)::int as votes from comment_votes v join notifications n using
      (notification_id) where n.type = 'comment_votes_batched' and n.read_at is null group by 1, 2) a`,
    isCounted: true }),
  columns('whether a notification is shown', members, 'notifications', { key: ['notification_id'], columns: ['is_shown'],
    actual: 'actual_shown_notifications', waitFor: 'notifications', isCounted: true }),
  columns("a vote event's number of listed voters and whether its roll is complete", voteEvents, 'vote_events', {
    columns: ['listed_count', 'is_complete'], actual: 'actual_vote_event_counts', waitFor: 'vote_events' }),
  columns("the day of a person's vote", voteEvents, 'person_votes', { key: ['vote_event_id', 'position'],
    columns: ['voted_on'],
    actual: `(select v.vote_event_id, v.position, e.voted_on from person_votes v join vote_events e using (vote_event_id)) a`,
    waitFor: 'vote_events' }),
  columns('whether a vote counts as a decision on the bill', voteEvents, 'vote_events', { columns: ['counts_for_agreement'],
    actual: `(select vote_event_id, counts_for_agreement and counts_for_agreement(motion_classification, direction) as
      counts_for_agreement from vote_events) a`,
    waitFor: 'vote_events' }),
  rows("a chamber's last vote on a bill", bills, 'bill_last_votes', { key: ['bill_id', 'organization'],
    columns: ['vote_event_id', 'voted_on'], actual: 'actual_bill_last_votes' }),
  counts('how often a representative voted in a year', representatives, 'attendance_by_year', { key: ['rep_id', 'year'],
    counts: ['listed', 'voted'], actual: 'actual_attendance_by_year' }),
  counts("a bill's comments by place", bills, 'bill_local_counts', numbersOf(
    'bill_comments join users using (user_id) where is_live and ocd_city_id is not null', ['bill_id', 'ocd_city_id'],
    { comment_count: 'true' })),
  counts("a bill's comments by section", bills, 'bill_section_counts', numbersOf(
    'bill_comments where is_live and section_key is not null', ['bill_id', 'section_key'], { comment_count: 'true' })),
  counts("a bill's comments and threads by category", bills, 'bill_category_counts', numbersOf(
    'bill_comments', ['bill_id', 'category_id'], { comment_count: 'is_live', thread_count: 'depth = 1' })),
  counts("a bill's changed minds by stance", bills, 'bill_mind_changes', numbersOf('stances where mind_changed_from is not null',
    ['bill_id', 'mind_changed_from as from_stance', 'mind_changed_to as to_stance'], { member_count: 'true' })),
  // A trigger keeps a wrong path as an earlier path of the bill, because links may contain it.
  columns("a bill's address", bills, 'bills', { columns: ['path'], actual: 'actual_bill_paths', waitFor: 'bills' }),
  rows('the list of addresses', bills, 'bill_paths', { key: ['bill_id', 'path'], columns: ['is_current'],
    stored: '(select * from bill_paths where is_current) s', actual: '(select bill_id, path, true as is_current from bills) a',
    retire: 'is_current = false' }),
  columns('how far a bill has come', bills, 'bills', { columns: progressColumns, actual: 'computed', ...progress, waitFor: 'bills' }),
  columns("how far a bill has come, on the bill's page", bills, 'bill_parts', { columns: ['page'],
    actual: `(select bill_id, page || jsonb_build_object('progress', computed.progress) as page from computed join bill_parts using
      (bill_id)) p`,
    ...progress, waitFor: 'bill_parts' }),
  columns("the parts of a bill's page", bills, 'bill_parts', { columns: ['detail'],
    actual: '(select p.bill_id, d.detail from bill_parts p cross join lateral bill_parts_detail(p.bill_id, p.page) d) a',
    waitFor: 'bill_parts' }),
  rows('the place and the topics of an update', bills, 'bill_update_targets', { key: ['update_id', 'target_type', 'target_id'],
    stored: `(select u.bill_id, t.* from comparable_updates u join bill_update_targets t using (update_id) where t.target_type in
      ('jurisdiction', 'topic')) s`,
    actual: 'actual_update_targets' }),
  columns('the last day for the bills of a session', null, 'legislative_sessions', { key: ['jurisdiction', 'identifier'],
    columns: ['last_day_for_bills', 'last_day_rule'], actual: 'computed', compute: recomputeLastDays,
    computedAs: 'jurisdiction text, identifier text, last_day_for_bills date, last_day_rule text', waitFor: 'legislative_sessions' }),
  rows('which bills were introduced again', bills, 'bill_reintroductions', { key: ['bill_id', 'new_bill_id'],
    actual: '(select distinct * from computed) p', compute: recomputeReintroductions, computedAs: 'bill_id uuid, new_bill_id uuid' }),
  columns("the order of a bill's versions", bills, 'bill_versions', { key: ['bill_id', 'version_no'], columns: ['ordinal'],
    actual: 'actual_version_order', waitFor: 'bill_versions' }),
  columns("a bill's current version, its text and its last material change", bills, 'bill_counters', {
    columns: ['version_no', 'text_version_no', 'counted_from_version'], actual: 'actual_current_versions', waitFor: 'bill_versions' }),
  rows("the sections of a bill's text", bills, 'shown_sections', { key: ['bill_id'], columns: ['sections'],
    actual: 'actual_shown_sections' }),
  counts("a bill's stances by version", bills, 'bill_version_counts', { stored: 'current_version_totals', hasSteps: true,
    ...numbersOf('stances where version_no > 0', ['bill_id', 'version_no'], ofStances) }),
  columns('the number of stances in a release of a district, and whether its floors are kept', bills, 'district_releases', {
    key: ['bill_id', 'division'], columns: ['n', 'reason_of_counts', 'keeps_floors'], actual: 'actual_district_releases',
    isRepairable: false, stored: `(select *, case when withheld_reason <> 'would_reveal_neighbors' then withheld_reason end as reason_of_counts,
      division = 'ocd-division/country:us' or (is_withheld or n >= 25 and withheld_reason is null) and
      (withheld_reason is not null or last_shown is not distinct from array[support, oppose, neutral, learning]) as keeps_floors
      from district_releases) s` }),
  // A division that is withheld now may have been published before, and one that was counted again is published a day later.
  columns('the rounded counts of stances by place in the open data', bills, 'stance_aggregates', { key: ['bill_id', 'division'],
    columns: ['support', 'oppose', 'neutral', 'learning', 'total'], actual: 'computed', compute: recomputeAggregates,
    computedAs: 'bill_id uuid, division text, support int, oppose int, neutral int, learning int, total int',
    stored: `(select a.* from stance_aggregates a join district_releases r using (bill_id, division, released_on)
      where not a.is_withheld and not r.is_withheld) s` }),
  counts("a group's members by kind", groups, 'group_member_counts', numbersOf('group_members',
    ['group_id', 'member_shard(user_id) as shard'], { elected_officials: 'rank = 0', community_leaders: 'rank = 1', regular: 'rank = 2' })),
  columns("a group's followers, posts and last activity", groups, 'groups', { counts: ['follower_count', 'post_count', 'live_post_count'],
    columns: ['last_activity_at'], actual: 'actual_group_counts' }),
  rows('the members of a group', members, 'group_members', { key: ['group_id', 'user_id'],
    columns: ['is_resident', 'is_follower', 'rank', 'sort_name', 'is_shown'], actual: 'actual_group_members', isCounted: true }),
  columns("a group post's likes", posts, 'group_posts', numbersOf('group_likes', ['post_id'], { like_count: 'true' })),
  columns("a group post's comments", posts, 'group_posts', numbersOf(
    'group_comments', ['post_id'], { comment_count: 'is_live', thread_count: 'depth = 1' })),
  columns('the replies to a comment on a post', groupComments, 'group_comments', numbersOf(
    'group_comments', ['parent_comment_id as comment_id'], { reply_count: 'true' })),
  counts('the number of groups behind a filter', null, 'group_totals', numbersOf(
    'groups', ['government_level', 'group_type'], { group_count: 'true' })),
  columns('the number of messages with nearly the same text', messageGroups, 'message_groups', {
    ...numbersOf(`messages where delivery = 'email'`, ['group_id'], { message_count: 'true' }),
    also: 'emptied_at = case when w.a_message_count is null then coalesce(t.emptied_at, now()) end' }),
  columns('the position of a comment on a post', groupComments, 'group_comments', { columns: ['depth', 'post_id', 'group_id'],
    actual: `(select c.comment_id, coalesce(above.depth, 0) + 1 as depth, coalesce(above.post_id, c.post_id) as post_id, p.group_id from
      group_comments c join group_posts p using (post_id) left join group_comments above on above.comment_id = c.parent_comment_id) a`,
    isRepairable: false }),
  columns("whether a bill with new stances is due for the tally", bills, 'bill_counters', { columns: ['stances_revision'],
    actual: 'actual_stances_revisions' }),
  columns('the counts in an entry of the tally', null, 'tally_entries', { key: ['entry_no'],
    columns: ['counts', 'current_counts', 'public_stances'], stored: 'stored_tally_counts', actual: 'actual_tally_counts',
    isRepairable: false }),
  columns('the root of an entry of the tally', null, 'tally_entries', { key: ['entry_no'], columns: ['root'],
    stored: `(select entry_no, split_part(line, E'\\n', 8) as root from tally_entries) s`, actual: 'computed',
    compute: recomputeTallyRoots, computedAs: 'entry_no bigint, root text', isRepairable: false }),
  rows("the nodes of the tally's log", null, 'tally_nodes', { key: ['level', 'node_index'], columns: ['hash'],
    actual: 'actual_tally_nodes', isRepairable: false }),
  columns("a checkpoint of the tally's log", null, 'tally_checkpoints', { key: ['size'], columns: ['root'],
    stored: `(select size, split_part(note, E'\\n', 3) as root from tally_checkpoints) s`, actual: 'computed',
    compute: recomputeCheckpoints, computedAs: 'size bigint, root text', isRepairable: false }),
  columns("the day of a checkpoint of the tally's log", null, 'tally_checkpoints', { key: ['size'], columns: ['day'],
    actual: 'actual_checkpoint_days', isRepairable: false }),
  columns('the members in a roll of the tally', null, 'tally_entries', { key: ['entry_no'], columns: ['members'],
    stored: `(select entry_no, split_part(line, E'\\n', 3) as members from tally_entries where kind = 'roll') s`,
    actual: 'actual_tally_rolls', isRepairable: false }),
]
