import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type * as contract from '#contract/sessions.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { SessionFacts } from './closingPlan.ts'

export type SessionRow = SessionFacts & {
  jurisdiction: string
  identifier: string
  keys: string[]
  open_bills: number
  waiting_bills: number
  ended_bills: number
}

/**
 * Selects the facts that decide whether sessions are closed on a day. Sessions with neither open bills nor bills that ended
 * with them are left out.
 */
export function selectSessionFacts(db: Db, on: string): Promise<SessionRow[]> {
  return db<SessionRow[]>`
    select s.jurisdiction, s.identifier, s.keys, s.last_day_for_bills, s.is_confirmed, s.carry_over,
           b.open_bills, b.waiting_bills, b.ended_bills,
           case when s.last_day_for_bills <= ${on}::date then array(
             select distinct a.acted_on::text from bills acted join bill_actions a using (bill_id)
              where acted.jurisdiction = s.jurisdiction and acted.legislative_session = any(s.keys)
                and acted.latest_action_at >= s.last_day_for_bills - 45
                and a.acted_on between s.last_day_for_bills - 45 and ${on}::date
                and a.description !~* '\\meffective|takes effect') else '{}' end as action_days
      from legislative_sessions s
      cross join lateral (
        select count(*) filter (where status <> 'rejected' and ends_with_session(status, awaits_executive))::int as open_bills,
               count(*) filter (where status <> 'rejected' and not ends_with_session(status, awaits_executive))::int as waiting_bills,
               count(*) filter (where ended_by = 'session')::int as ended_bills
          from (select status, awaits_executive, ended_by from bills b
                 where b.jurisdiction = s.jurisdiction and b.legislative_session = any(s.keys)
                   and b.status in ('introduced', 'active', 'engrossed', 'pending')
                union all
                select status, false, ended_by from bills b
                 where b.jurisdiction = s.jurisdiction and b.legislative_session = any(s.keys)
                   and b.ended_by = 'session') b) b
     where b.open_bills + b.waiting_bills + b.ended_bills > 0
     order by s.jurisdiction, s.start_date, s.identifier`
}

type SessionList = OutputOf<typeof contract.listLegislativeSessions>

export async function listLegislativeSessions(
  db: Db,
  { jurisdiction, limit, offset }: ParsedOf<typeof contract.listLegislativeSessions>,
): Promise<SessionList> {
  const place = jurisdiction?.replace(/^ocd-division\/country:/, '').toLowerCase() ?? ''
  const matching =
    place === ''
      ? db`true`
      : place === 'us'
        ? db`jurisdiction = 'ocd-division/country:us'`
        : db`jurisdiction like ${`ocd-division/country:us/%:${place.replace(/^us\/[a-z]+:/, '').replace(/[^a-z]/g, '')}`}`
  const sessions = await db<SessionList['sessions']>`
    select jurisdiction, identifier, name, classification, start_date, end_date, last_day_for_bills, last_day_rule,
           carry_over, is_confirmed, session_state(start_date, end_date, last_day_for_bills, current_date) as state,
           source_name, source_checked_at
      from legislative_sessions where ${matching}
     order by start_date desc, jurisdiction, identifier limit ${limit + 1} offset ${offset}`
  const [count] = await db<{ total: number }[]>`
    select count(*)::int as total from legislative_sessions where ${matching}`
  const total = count?.total ?? 0
  return {
    sessions: sessions.slice(0, limit),
    pagination: { limit, offset, total, has_more: sessions.length > limit },
  }
}
