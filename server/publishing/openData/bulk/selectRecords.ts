import type {
  PublicAggregate,
  PublicBill,
  PublicVersion,
  PublicVoteEvent,
} from '#contract/openData/publicRecords.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { billColumns } from '#server/publishing/openData/records/bills.ts'
import type { SourceColumns } from '#server/publishing/openData/records/source.ts'
import { publicVersionColumns } from '#server/publishing/openData/records/versions.ts'
import { voteColumns } from '#server/publishing/openData/records/votes.ts'
import type { ImportedParts, ImportedSponsorship } from '#server/sources/parts/importedParts.ts'

/** The place, and the session or city, of a folder. They are the first two parts of its bills' URLs. */
export type Folder = { place: string; session: string }
type Sponsorship = ImportedSponsorship & { rep_id: string | null }
type Row<Record extends { source: unknown }> = Omit<Record, 'source'> & SourceColumns

export type BillRow = Row<PublicBill> & {
  path: string
  source_id: string
  text_url: string | null
  source_updated_at: string | null
  ended_by: string | null
  status_before_end: string | null
  parts: Omit<ImportedParts, 'sponsorships'> & { sponsorships: Sponsorship[] }
}
export type VersionRow = Row<PublicVersion> & {
  source_id: string
  bill_code: string
  source_document_id: string | null
}
export type VoteRow = Row<PublicVoteEvent> & {
  vote_key: string
  bill: string | null
  amendment: string | null
  committee: string | null
  vice_president_vote: string | null
  counts: { [option: string]: number }
  roll: Voter[]
}
type Voter = {
  voter_name: string
  party: string | null
  state: string | null
  district: string | null
  source_person_id: string | null
  rep_id: string | null
  option: string
  source_option: string | null
}
type AggregateRow = Row<PublicAggregate>
export type Slice = { bills: BillRow[]; versions: VersionRow[]; votes: VoteRow[]; aggregates: AggregateRow[] }

/** Counts the folders, for the share of them that is written. */
export async function countFolders(db: Db): Promise<number> {
  const [row] = await db<{ folders: number }[]>`
    select count(*) as folders
      from (select distinct split_part(path, '/', 1), split_part(path, '/', 2) from bills where path <> '') as folder`
  return row!.folders
}

export async function selectNextFolder(db: Db, after: Folder | null): Promise<Folder | undefined> {
  const [folder] = await db<Folder[]>`
    select split_part(path, '/', 1) as place, split_part(path, '/', 2) as session from bills
     where (split_part(path, '/', 1), split_part(path, '/', 2)) > (${after?.place ?? ''}, ${after?.session ?? ''})
     order by split_part(path, '/', 1), split_part(path, '/', 2) limit 1`
  return folder
}

/**
 * Selects the next bills of a folder with everything that belongs to them, in one snapshot. Only the texts are read
 * separately, because they never change.
 */
export function selectSlice(
  pool: Pool,
  { place, session }: Folder,
  after: string,
  limit: number,
): Promise<Slice> {
  return pool.begin({ mode: 'isolation level repeatable read read only' }, async (db) => {
    const bills = await db<BillRow[]>`
      select ${billColumns(db)}, b.path, b.source_id, b.text_url, b.source_updated_at, b.ended_by, b.status_before_end,
             ${partsOf(db)} as parts
        from bills b
       where split_part(b.path, '/', 1) = ${place} and split_part(b.path, '/', 2) = ${session} and b.bill_id > ${after}
       order by b.bill_id limit ${limit}`
    const ids = bills.map(({ bill_id }) => bill_id)
    const versions = await db<VersionRow[]>`
      select ${publicVersionColumns(db)}, b.source_id, b.bill_code, v.source_document_id
        from bill_versions v join bill_counters c using (bill_id) join bills b using (bill_id)
       where v.bill_id = any (${ids}::uuid[]) and v.withdrawn_at is null order by v.bill_id, v.version_no`
    const votes = await db<VoteRow[]>`
      select ${voteColumns(db)}, ${voteExtras(db)}
        from vote_events e where e.bill_id = any (${ids}::uuid[]) order by e.bill_id, e.voted_on, e.vote_event_id`
    const aggregates = await db<AggregateRow[]>`
      select a.bill_id, a.division, a.is_withheld, a.support, a.oppose, a.neutral, a.learning, a.total,
             a.released_on::text as released_on, 'Hurd' as source_name, null as source_url, null as source_checked_at
        from stance_aggregates a where a.bill_id = any (${ids}::uuid[]) order by a.bill_id, a.division`
    return { bills, versions, votes, aggregates }
  })
}

/** Selects votes of the session or city that are not linked to a bill: on a nomination, or on a bill that is not imported. */
export function selectOtherVotes(
  db: Db,
  { place, session }: Folder,
  after: string,
  limit: number,
): Promise<VoteRow[]> {
  return db<VoteRow[]>`
    select ${voteColumns(db)}, ${voteExtras(db)}
      from vote_events e
     where e.bill_id is null and split_part(e.organization, '/', 1) = ${place} and vote_folder(e.organization, e.legislative_session) = ${session}
           and e.vote_event_id > ${after}
     order by e.vote_event_id limit ${limit}`
}

/** Selects the texts of versions of one bill, as `text` of Hurd's interchange format. */
export function selectTexts(
  db: Db,
  bill_id: string,
  version_nos: number[],
): Promise<{ version_no: number; text: unknown }[]> {
  return db<{ version_no: number; text: unknown }[]>`
    select v.version_no, jsonb_build_object('format', v.text_format, 'sections', t.sections,
             'struck_sections', coalesce(t.struck_sections, '[]'), 'formatted_text', t.formatted_text,
             'full_text', t.full_text) as text
      from bill_versions v join bill_version_texts t using (bill_id, version_no)
     where v.bill_id = ${bill_id} and v.version_no = any (${version_nos}::smallint[]) and v.withdrawn_at is null
     order by v.version_no`
}

/** Returns `ImportedParts` of the bill `b`. */
function partsOf(db: Db) {
  return db`jsonb_build_object(
    'measure_type', (select p.page #>> '{progress,measure_type}' from bill_parts p where p.bill_id = b.bill_id),
    'sponsorships', coalesce((
      select jsonb_agg(to_jsonb(s) - '{bill_id,position}'::text[] order by s.position)
        from bill_sponsorships s where s.bill_id = b.bill_id), '[]'),
    'actions', coalesce((
      select jsonb_agg(jsonb_build_object('acted_on', a.acted_on, 'chamber', a.chamber, 'description', a.description,
                         'classification', a.classification, 'stage', a.stage, 'roll_number', a.roll_number)
                       order by a.position)
        from bill_actions a where a.bill_id = b.bill_id), '[]'),
    'committees', coalesce((
      select jsonb_agg(to_jsonb(c) - '{bill_id,position}'::text[] order by c.position)
        from bill_committees c where c.bill_id = b.bill_id), '[]'),
    'related_bills', coalesce((
      select jsonb_agg(to_jsonb(r) - 'bill_id' order by r.related_source_id, r.relation_type, r.identified_by)
        from related_bills r where r.bill_id = b.bill_id), '[]'),
    'amendments', coalesce((
      select jsonb_agg(to_jsonb(m) - '{bill_id,rep_id,vote_event_id}'::text[] order by m.offered_on, m.amendment_id)
        from bill_amendments m where m.bill_id = b.bill_id), '[]'),
    'cost_estimates', coalesce((
      select jsonb_agg(to_jsonb(e) - 'bill_id' order by e.published_on, e.url)
        from cost_estimates e where e.bill_id = b.bill_id), '[]'),
    'subjects', coalesce((
      select jsonb_agg(subject order by subject) from bill_subjects where bill_id = b.bill_id), '[]'))`
}

function voteExtras(db: Db) {
  return db`
    e.vote_key, e.bill_source_id as bill, e.amendment_id as amendment, e.committee_name as committee, e.vice_president_vote,
    jsonb_strip_nulls(jsonb_build_object('yes', e.yes_count, 'no', e.no_count, 'abstain', e.abstain_count,
      'not_voting', e.not_voting_count, 'absent', e.absent_count, 'other', e.other_count)) as counts,
    coalesce((
      select jsonb_agg(jsonb_build_object('voter_name', p.voter_name, 'party', p.party, 'state', p.state,
                         'district', p.district, 'source_person_id', p.source_person_id, 'rep_id', p.rep_id,
                         'option', p.option, 'source_option', p.source_option) order by p.position)
        from person_votes p where p.vote_event_id = e.vote_event_id), '[]') as roll`
}
