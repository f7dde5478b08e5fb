import type { ParsedOf } from '#contract/kit/endpoint.ts'
import type * as contract from '#contract/openData/public.ts'
import type { PublicRepresentative, PublicSession } from '#contract/openData/publicRecords.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { pageWithSource, withSource, type SourceColumns } from './source.ts'

type PersonRow = Omit<PublicRepresentative, 'source'> & SourceColumns

/** Returns the fields of `PublicRepresentative` for the person `r`. Only current terms contain contact data. */
function personColumns(db: Db): Part {
  return db`
    r.rep_id, r.rep_name, r.photo_url, r.source_name, null as source_url, r.source_checked_at,
    coalesce((
      select jsonb_agg(jsonb_build_object(
               'title', t.title, 'organization', t.organization, 'government_level', t.government_level,
               'division', t.division, 'district', t.district, 'party', t.party, 'from', t.valid_from, 'to', t.valid_to,
               'start_reason', t.start_reason, 'end_reason', t.end_reason,
               'office_phone', case when covers_day(t.valid_from, t.valid_to, current_date) then t.office_phone end,
               'office_email', case when covers_day(t.valid_from, t.valid_to, current_date) then t.email end,
               'contact_form_url', case when covers_day(t.valid_from, t.valid_to, current_date) then t.contact_form_url end)
             order by t.valid_from desc nulls last, t.term_id desc)
        from representative_terms t where t.rep_id = r.rep_id), '[]') as terms`
}

export async function listPublicRepresentatives(
  db: Db,
  { limit, after, division }: ParsedOf<typeof contract.listPublicRepresentatives>,
): Promise<{ representatives: PublicRepresentative[]; next: string | null }> {
  const rows = await db<PersonRow[]>`
    select ${personColumns(db)} from representatives r
     where r.rep_id > ${after?.[0] ?? ''}
           ${
             division === undefined
               ? db``
               : db`and r.rep_id in (
                   select t.rep_id from representative_terms t
                    where t.division = ${division} and covers_day(t.valid_from, t.valid_to, current_date))`
           }
     order by r.rep_id limit ${limit + 1}`
  const { records, next } = pageWithSource(rows, limit, (row) => [row.rep_id])
  return { representatives: records, next }
}

export async function getPublicRepresentative(
  db: Db,
  rep_id: string,
): Promise<PublicRepresentative | undefined> {
  const [row] = await db<PersonRow[]>`
    select ${personColumns(db)} from representatives r where r.rep_id = ${rep_id}`
  return row && withSource(row)
}

type SessionRow = Omit<PublicSession, 'source'> & SourceColumns

export async function listPublicSessions(
  db: Db,
  { limit, after, jurisdiction }: ParsedOf<typeof contract.listPublicSessions>,
): Promise<{ sessions: PublicSession[]; next: string | null }> {
  const rows = await db<SessionRow[]>`
    select s.jurisdiction, s.identifier, s.name, s.classification, s.start_date::text, s.end_date::text,
           s.last_day_for_bills::text, s.carry_over,
           session_state(s.start_date, s.end_date, s.last_day_for_bills, current_date) as state,
           s.source_name, null as source_url, s.source_checked_at
      from legislative_sessions s
     where true ${jurisdiction === undefined ? db`` : db`and s.jurisdiction = ${jurisdiction}`}
           ${
             after === undefined
               ? db``
               : db`and (s.jurisdiction, -(s.start_date - date '1776-01-01'), s.identifier)
                      > (${after[0]}, -(${after[1]}::date - date '1776-01-01'), ${after[2]})`
           }
     order by s.jurisdiction, s.start_date desc, s.identifier limit ${limit + 1}`
  const { records, next } = pageWithSource(rows, limit, (row) => [
    row.jurisdiction,
    row.start_date,
    row.identifier,
  ])
  return { sessions: records, next }
}
