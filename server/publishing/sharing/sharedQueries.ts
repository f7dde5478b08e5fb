import type { BillAction, BillSections } from '#contract/bills/billContent.ts'
import type { AmendmentOutcome, Sponsorship } from '#contract/bills/billParts.ts'
import type { Progress } from '#contract/bills/progress.ts'
import type { Comment } from '#contract/discussions.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { SharedBill } from './sharePicture.ts'

/** A bill as somebody without an account sees it. */
export type SharedPageBill = SharedBill & {
  /** The path of the page without the leading slash. */
  path: string
  source_name: string
  source_url: string | null
  source_checked_at: string | null
  /** The day on which the source was last checked, even if it had nothing new, or null if it is not known. */
  checked_on: string | null
  /** How far the bill has come, in one line. Null if it is not known. */
  progress_line: string | null
  /** These three are as in contract/bills/billParts.ts. */
  reached_on: string | null
  reached_votes: string | null
  final_words: string | null
  /** The first sponsors and cosponsors who have not withdrawn, sponsors first. */
  sponsors: Pick<Sponsorship, 'name' | 'classification' | 'party' | 'district'>[]
  /** How many cosponsors have not withdrawn. */
  cosponsor_count: number
  /** The latest actions, oldest first. */
  actions: BillAction[]
  action_count: number
  /** The newest amendments. */
  amendments: SharedAmendment[]
  amendment_counts: { total: number; agreed: number }
  discussion_count: number
  /** The plain-language summary that was written for Hurd. */
  digest: BillSections | null
  comments: SharedComment[]
  structured: StructuredFacts
}

/** The facts about a bill that programs read in the structured data of its page. Times are days. */
type StructuredFacts = {
  introduced_on: string
  modified_on: string
  progress: Progress | null
  /** The versions, latest first. */
  versions: {
    label: string
    printed_on: string | null
    source_url: string | null
    text_format: string | null
    is_current: boolean
  }[]
  /** Related bills. `path` and `title` are null for a bill that Hurd does not have. */
  related: { bill_code: string; path: string | null; title: string | null }[]
}

/** An amendment. `vote_url` is the official record of its last roll call. */
export type SharedAmendment = {
  number: string
  chamber: string | null
  sponsor_name: string | null
  purpose: string | null
  offered_on: string | null
  outcome: AmendmentOutcome | null
  vote_url: string | null
}

/** A comment without any information about where its author lives. */
export type SharedComment = Pick<
  Comment,
  | 'comment_id'
  | 'content'
  | 'language'
  | 'created_at'
  | 'user_stance'
  | 'stance_when_written'
  | 'upvotes'
  | 'change_count'
  | 'reply_count'
  | 'both_sides'
> & {
  /** The first name and the initial of the last name. */
  author: string
}

/** The number of comments that are shown, and the number of best comments from which they are chosen. */
const [shownComments, readComments] = [5, 20]
/** The maximum number of amendments. */
const listedAmendments = 20
/** The maximum numbers of versions and of related bills in the structured data. */
const [listedVersions, listedRelated] = [30, 20]

/**
 * Selects everything that a shared page shows, with one statement of bounded cost. The comments are the first ones in
 * the order "Common ground". Comments of members who are suspended or deactivated, or whose profile or comments are
 * private, are left out.
 */
export async function selectSharedPage(db: Db, bill_id: string): Promise<SharedPageBill | undefined> {
  const [bill] = await db<SharedPageBill[]>`
    select b.path, b.bill_code, left(b.title, 1000) as title, left(b.summary, 5000) as summary, b.government_level,
           b.jurisdiction, b.status, c.support_count, c.oppose_count, c.neutral_count, c.learning_count,
           c.discussion_count, b.source_name, b.source_url, b.source_checked_at,
           bill_checked_on(b)::text as checked_on, bill_line(b) as progress_line, b.progress_reached_on::text as reached_on,
           reached_votes(b.bill_id, b.progress_reached_on) as reached_votes, b.progress_final as final_words,
           coalesce((
             select json_agg(people)
               from (select name, party, district, classification
                       from bill_sponsorships where bill_id = b.bill_id and withdrawn_on is null
                      order by classification <> 'primary', position limit 50) people), '[]') as sponsors,
           (select count(*)::int from bill_sponsorships
             where bill_id = b.bill_id and withdrawn_on is null and classification <> 'primary') as cosponsor_count,
           coalesce((
             select json_agg(json_build_object('date', acted_on, 'text', description, 'chamber', chamber) order by position)
               from (select * from bill_actions where bill_id = b.bill_id and acted_on is not null
                      order by position desc limit 30) latest), '[]') as actions,
           (select count(*)::int from bill_actions
             where bill_id = b.bill_id and acted_on is not null) as action_count,
           (select json_build_object('total', count(*), 'agreed', count(*) filter (where outcome = 'agreed'))
              from bill_amendments where bill_id = b.bill_id) as amendment_counts,
           coalesce((
             select json_agg(json_build_object(
                      'number', a.number, 'chamber', a.chamber, 'sponsor_name', a.sponsor_name,
                      'purpose', left(a.purpose, 1000), 'offered_on', a.offered_on, 'outcome', a.outcome,
                      'vote_url', (select v.source_url from vote_events v where v.vote_event_id = a.vote_event_id))
                      order by a.offered_on desc nulls last, a.amendment_id)
               from (select * from bill_amendments where bill_id = b.bill_id
                      order by offered_on desc nulls last, amendment_id limit ${db.unsafe(String(listedAmendments))}) a), '[]') as amendments,
           case when t.bill_sections ->> 'note' is not null then json_build_object(
             'note', t.bill_sections ->> 'note',
             'sections', jsonb_path_query_array(t.bill_sections::jsonb, '$.sections[0 to 19]')) end as digest,
           json_build_object(
             'introduced_on', to_char(b.created_at at time zone 'utc', 'YYYY-MM-DD'),
             'modified_on', to_char(greatest(b.created_at, b.latest_action_at) at time zone 'utc', 'YYYY-MM-DD'),
             'progress', (select bill_progress(b, p.page -> 'progress') from bill_parts p where p.bill_id = b.bill_id),
             'versions', coalesce((
               select json_agg(json_build_object(
                        'label', v.label, 'printed_on', v.printed_on, 'source_url', v.source_url,
                        'text_format', v.text_format, 'is_current', v.version_no = v.current_no) order by v.ordinal desc)
                 from (select v.*, k.version_no as current_no
                         from bill_versions v join bill_counters k using (bill_id)
                        where v.bill_id = b.bill_id and v.document_type = 'bill' and v.withdrawn_at is null
                        order by v.ordinal desc limit ${db.unsafe(String(listedVersions))}) v), '[]'),
             'related', coalesce((
               select json_agg(json_build_object('bill_code', r.related_bill_code, 'path', o.path, 'title', o.title)
                               order by r.related_source_id)
                 from (select distinct on (related_source_id) related_source_id, related_bill_code
                         from related_bills where bill_id = b.bill_id
                        order by related_source_id limit ${db.unsafe(String(listedRelated))}) r
                 left join bills o on o.source_id = r.related_source_id), '[]')) as structured,
           coalesce((
             select json_agg(shown order by shown.position) from (
               select m.position, m.comment_id, m.content, m.language, short_name(u.full_name) as author,
                      case when u.public_stances then (
                        select s.stance from stances s where s.bill_id = m.bill_id and s.user_id = m.user_id)
                        end as user_stance,
                      case when u.public_stances then m.stance_when_written end as stance_when_written,
                      iso_time(m.created_at) as created_at, m.upvotes, m.change_count, m.reply_count,
                      case when m.upvotes >= 10 then both_sides(m.comment_id) end as both_sides
                 from (
                   select k.*, row_number() over (
                            order by bridging_score desc, created_at desc, comment_id desc) as position
                     from (
                       select * from bill_comments where bill_id = b.bill_id and depth = 1
                        order by bridging_score desc, created_at desc, comment_id desc
                        limit ${db.unsafe(String(readComments))}) k) m
                 join users u on u.user_id = m.user_id
                where m.is_live and u.account_status = 'active' and u.public_profile and u.public_comments
                order by m.position limit ${db.unsafe(String(shownComments))}) shown), '[]') as comments
      from bills b
      join current_bill_counts c using (bill_id)
      left join bill_texts t using (bill_id)
     where b.bill_id = ${bill_id}`
  return bill
}

/** Selects the public fields that a shared link shows. */
export async function selectShared(db: Db, bill_id: string): Promise<SharedBill | undefined> {
  const [bill] = await db<SharedBill[]>`
    select b.bill_code, left(b.title, 1000) as title, left(b.summary, 1000) as summary, b.government_level,
           b.jurisdiction, b.status, c.support_count, c.oppose_count, c.neutral_count, c.learning_count
      from bills b join current_bill_counts c using (bill_id) where b.bill_id = ${bill_id}`
  return bill
}
