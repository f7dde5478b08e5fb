import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type { Stance } from '#contract/stances.ts'
import type { PersonVote, VoteEvent, VoteOption } from '#contract/votes/votes.ts'
import type * as contract from '#contract/votes/votes.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Returns the fields of `VoteEvent` for the vote `e`. It reads few terms and few votes, by their keys. */
function eventFields(db: Db, me: Member) {
  return db`
    e.vote_event_id, e.organization, case when e.committee_name is not null then
      jsonb_build_object('committee_id', e.committee_id, 'name', e.committee_name) end as committee,
    e.voted_on::text, e.voted_at, state_time_zone(split_part(e.organization, '/', 1)) as time_zone, e.number, e.motion_text, e.motion_classification,
    e.direction, e.counts_for_agreement, e.majority_required, e.result, e.result_is_unclear,
    case when e.yes_count is not null then jsonb_build_object(
      'yes', e.yes_count, 'no', e.no_count, 'abstain', e.abstain_count, 'not_voting', e.not_voting_count,
      'absent', e.absent_count, 'other', e.other_count) end as counts,
    e.listed_count, e.is_complete, e.vice_president_vote, e.by_party, e.source_name, e.source_url, e.source_checked_at,
    coalesce((
      select jsonb_agg(to_jsonb(own) order by own.rep_name, own.rep_id)
        from (select distinct on (t.rep_id) t.rep_id,
                     -- By key, because the planner expects many terms and would read all representatives for each vote.
                     (select r.rep_name from representatives r where r.rep_id = t.rep_id) as rep_name, t.title,
                     exists (select from representative_terms o
                              where o.rep_id = t.rep_id and covers_day(o.valid_from, o.valid_to, current_date)) as is_in_office,
                     case when v.option is not null then v.option
                          when e.organization = 'us/house' and e.is_complete
                               and t.division ~ '/(district:dc|territory:[a-z]{2})(/|$)' then 'cannot_vote'
                          else 'not_listed' end as option,
                     v.source_option
                from representative_terms t
                left join person_votes v on v.rep_id = t.rep_id and v.vote_event_id = e.vote_event_id
               where t.division = any ((select divisions_represented(${me.user_id}))::text[])
                 and t.organization = e.organization and covers_day(t.valid_from, t.valid_to, e.voted_on)
               order by t.rep_id, t.valid_from desc nulls last) own), '[]'::jsonb) as your_representatives`
}

/** The number of votes that are counted. The longest career in Congress has more, and nobody pages through them. */
const mostCounted = 10_000

type WithTotal = { total: number }

export async function listBillVotes(
  db: Db,
  me: Member,
  { id, limit, offset }: ParsedOf<typeof contract.listBillVotes>,
): Promise<OutputOf<typeof contract.listBillVotes>> {
  const [vote_events, [counted]] = await Promise.all([
    db<VoteEvent[]>`
      select ${eventFields(db, me)} from vote_events e where e.bill_id = ${id}
       order by e.voted_on desc, e.counts_for_agreement desc, e.number desc nulls last, e.insert_order desc
       limit ${limit} offset ${offset}`,
    db<WithTotal[]>`select count(*)::int as total from vote_events where bill_id = ${id}`,
  ])
  const total = counted?.total ?? 0
  return { vote_events, pagination: { limit, offset, total, has_more: offset + limit < total } }
}

export async function billExists(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}

type Bill = OutputOf<typeof contract.getVoteEvent>['bill']

export async function selectVoteEvent(
  db: Db,
  me: Member,
  vote_event_id: string,
): Promise<{ vote_event: VoteEvent; bill: Bill } | undefined> {
  const [row] = await db<(VoteEvent & { bill: Bill })[]>`
    select ${eventFields(db, me)}, ${votedBill(db)} as bill
      from vote_events e left join bills b using (bill_id) where e.vote_event_id = ${vote_event_id}`
  if (!row) return undefined
  const { bill, ...vote_event } = row
  return { vote_event, bill }
}

function votedBill(db: Db) {
  return db`case when b.bill_id is not null
    then jsonb_build_object('bill_id', b.bill_id, 'bill_code', b.bill_code, 'title', left(b.title, 300)) end`
}

/** Selects everybody on a roll call, in the order of the source. */
export function selectRoll(db: Db, me: Member, vote_event_id: string): Promise<PersonVote[]> {
  return db<PersonVote[]>`
    with own as materialized (
      select t.rep_id from vote_events e join representative_terms t
          on t.division = any ((select divisions_represented(${me.user_id}))::text[]) and t.organization = e.organization
         and covers_day(t.valid_from, t.valid_to, e.voted_on)
       where e.vote_event_id = ${vote_event_id})
    select voter_name, party, state, district, rep_id, option, source_option,
           rep_id is not null and rep_id in (select rep_id from own) as represents_you
      from person_votes where vote_event_id = ${vote_event_id} order by position`
}

export async function representativeExists(db: Db, rep_id: string): Promise<boolean> {
  const rows = await db`select from representatives where rep_id = ${rep_id}`
  return rows.length > 0
}

type RepresentativeVote = OutputOf<typeof contract.listRepresentativeVotes>['votes'][number]

/** Selects a page of the votes of a representative, newest first. */
export async function listRepresentativeVotes(
  db: Db,
  me: Member,
  { id, limit, offset, counting, bill_id }: ParsedOf<typeof contract.listRepresentativeVotes>,
): Promise<OutputOf<typeof contract.listRepresentativeVotes>> {
  type Row = VoteEvent & Omit<RepresentativeVote, 'vote_event'>
  const matching = db`
    from person_votes v ${counting === 'true' || bill_id ? db`join vote_events f using (vote_event_id)` : db``}
   where v.rep_id = ${id} ${counting === 'true' ? db`and f.counts_for_agreement` : db``}
         ${bill_id ? db`and f.bill_id = ${bill_id}` : db``}`
  const [rows, [counted]] = await Promise.all([
    db<Row[]>`
    select ${eventFields(db, me)}, ${votedBill(db)} as bill, page.option, page.source_option
      from (select v.vote_event_id, v.voted_on, v.option, v.source_option
              ${matching}
             order by v.voted_on desc, v.vote_event_id limit ${limit + 1} offset ${offset}) page
      join vote_events e using (vote_event_id) left join bills b on b.bill_id = e.bill_id
     order by page.voted_on desc, page.vote_event_id`,
    db<WithTotal[]>`select count(*)::int as total from (select 1 ${matching} limit ${mostCounted}) counted`,
  ])
  const votes = rows.slice(0, limit).map(({ bill, option, source_option, ...vote_event }) => ({
    vote_event,
    bill,
    option,
    source_option,
  }))
  const total = counted?.total ?? 0
  return { votes, pagination: { limit, offset, total, has_more: rows.length > limit } }
}

type Profile = OutputOf<typeof contract.getRepresentative>

export async function getRepresentative(db: Db, me: Member, rep_id: string): Promise<Profile | undefined> {
  const [row] = await db<Profile[]>`
    select jsonb_build_object(
             'rep_id', r.rep_id, 'rep_name', r.rep_name, 'photo_url', coalesce(r.portrait_url, r.photo_url), 'title', t.title,
             'government_level', t.government_level, 'district', t.district, 'party', t.party,
             'office_phone', t.office_phone, 'email', t.email, 'contact_form_url', t.contact_form_url,
             'is_in_office', coalesce(covers_day(t.valid_from, t.valid_to, current_date), false),
             'represents_you', coalesce(covers_day(t.valid_from, t.valid_to, current_date)
                                        and t.division = any (divisions_represented(${me.user_id})), false),
             'source_name', r.source_name, 'source_checked_at', iso_time(r.source_checked_at)) as representative,
           coalesce((
             select jsonb_agg(jsonb_build_object('title', o.title, 'district', o.district, 'division', o.division,
                                                 'party', o.party, 'from', o.valid_from, 'to', o.valid_to,
                                                 'start_reason', o.start_reason, 'end_reason', o.end_reason)
                              order by o.valid_from desc nulls last, o.term_id desc)
               from representative_terms o where o.rep_id = r.rep_id), '[]'::jsonb) as terms,
           coalesce((
             select jsonb_agg(jsonb_build_object('committee_id', c.committee_id, 'name', c.name, 'role', m.role)
                              order by c.name, c.committee_id)
               from committee_memberships m join committees c using (committee_id)
              where m.rep_id = r.rep_id and covers_day(m.valid_from, m.valid_to, current_date)), '[]'::jsonb) as committees,
           (select jsonb_build_object('total', count(*), 'recent', count(*) filter (
                     where b.created_at > now() - interval '1 year'))
              from bill_sponsorships s join bills b using (bill_id)
             where s.rep_id = r.rep_id and s.withdrawn_on is null) as sponsorship_counts,
           coalesce((
             select jsonb_agg(jsonb_build_object('bill_id', p.bill_id, 'bill_code', p.bill_code, 'title', left(p.title, 300))
                              order by p.created_at desc, p.bill_id)
               from (select b.bill_id, b.bill_code, b.title, b.created_at
                       from bill_sponsorships s join bills b using (bill_id)
                      where s.rep_id = r.rep_id and s.classification = 'primary' and s.withdrawn_on is null
                      order by b.created_at desc, b.bill_id limit 10) p), '[]'::jsonb) as sponsored_bills,
           coalesce((
             select jsonb_agg(jsonb_build_object('year', a.year, 'voted', a.voted, 'listed', a.listed) order by a.year desc)
               from (select year, voted, listed from attendance_by_year
                      where rep_id = r.rep_id and listed > 0 order by year desc limit 3) a), '[]'::jsonb) as attendance,
           (select jsonb_build_object('voted', coalesce(sum(voted), 0), 'listed', coalesce(sum(listed), 0))
              from attendance_by_year where rep_id = r.rep_id) as attendance_total
      from representatives r
      left join lateral (
        select * from representative_terms o where o.rep_id = r.rep_id
         order by covers_day(o.valid_from, o.valid_to, current_date) desc, o.valid_from desc nulls last, o.term_id desc
         limit 1) t on true
     where r.rep_id = ${rep_id}`
  return row
}

export type StanceAndVote = {
  bill: { bill_id: string; bill_code: string; title: string }
  stance: Stance
  option: VoteOption | null
  vote_event_id: string
  voted_on: string
  direction: 'for' | 'against'
  yes_count: number | null
  no_count: number | null
  /** True if the text changed materially between the stance and the vote. */
  text_differs: boolean
}

/**
 * Selects the viewer's stances together with the representative's vote, for each bill that their chamber decided on
 * while they sat there. The chamber's last vote on the bill is used. The viewer has few stances, and all other rows are
 * read by keys.
 */
export function selectStancesAndVotes(
  db: Db,
  me: Member,
  rep_id: string,
  limit: number,
): Promise<StanceAndVote[]> {
  return db<StanceAndVote[]>`
    select bill, stance, option, vote_event_id, voted_on, direction, yes_count, no_count,
           changed_between(bill_id, version_no, voted_on::date) as text_differs
      from (
      select distinct on (s.bill_id) s.bill_id, s.version_no, ${votedBill(db)} as bill, s.stance, v.option, l.vote_event_id, l.voted_on::text, e.direction,
             e.yes_count, e.no_count
        from representative_terms t
        join stances s on s.user_id = ${me.user_id}
        join bill_last_votes l on l.bill_id = s.bill_id and l.organization = t.organization
        join vote_events e using (vote_event_id)
        join bills b on b.bill_id = s.bill_id
        left join person_votes v on v.rep_id = t.rep_id and v.vote_event_id = l.vote_event_id
       where t.rep_id = ${rep_id} and covers_day(t.valid_from, t.valid_to, l.voted_on)
       order by s.bill_id, l.voted_on desc, l.vote_event_id) compared
     order by voted_on desc, vote_event_id limit ${limit}`
}
