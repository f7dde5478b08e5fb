import { firstCommitteeEvents, mostCommitteeBills, type getCommittee } from '#contract/hearings.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Page = { limit: number; offset: number }
type CommitteeResponse = OutputOf<typeof getCommittee>

/** The number of bills that an event names before "and N more". */
const firstBills = 5

export async function selectCommittee(
  db: Db,
  me: Member | null,
  committee_id: string,
): Promise<Pick<CommitteeResponse, 'committee' | 'memberships' | 'upcoming_events'> | undefined> {
  const [row] = await db<Pick<CommitteeResponse, 'committee' | 'memberships' | 'upcoming_events'>[]>`
    select jsonb_build_object(
             'committee_id', c.committee_id, 'name', c.name, 'organization', c.organization, 'url', c.url,
             'parent', (select jsonb_build_object('committee_id', p.committee_id, 'name', p.name)
                          from committees p where p.committee_id = c.parent_id),
             'subcommittees', coalesce((
               select jsonb_agg(jsonb_build_object('committee_id', s.committee_id, 'name', s.name) order by s.name)
                 from committees s where s.parent_id = c.committee_id), '[]'::jsonb),
             'source_name', c.source_name, 'source_checked_at', iso_time(c.source_checked_at)) as committee,
           coalesce((
             select jsonb_agg(jsonb_build_object(
                      'name', m.name, 'rep_id', m.rep_id, 'role', m.role, 'party', t.party, 'district', t.district,
                      'represents_you', coalesce(t.division = any (own.divisions), false)) order by m.position, m.name)
               from committee_memberships m
              cross join (select ${me === null ? db`array[]::text[]` : db`divisions_represented(${me.user_id})`} as divisions) own
               left join lateral (
                 select t.party, t.district, t.division from representative_terms t
                  where t.rep_id = m.rep_id and covers_day(t.valid_from, t.valid_to, current_date)
                  order by t.valid_from desc nulls last limit 1) t on true
              where m.committee_id = c.committee_id and covers_day(m.valid_from, m.valid_to, current_date)), '[]'::jsonb)
             as memberships,
           coalesce((
             select jsonb_agg(jsonb_build_object(
                      'event_id', e.event_id, 'name', e.name, 'starts_on', e.starts_on, 'starts_at', iso_time(e.starts_at),
                      'ends_at', iso_time(e.ends_at), 'ends_on', e.ends_on, 'is_all_day', e.is_all_day, 'time_zone', e.time_zone, 'location', e.location, 'url', e.url,
                      'status', e.status, 'bill_count', (select count(*) from event_bills b where b.event_id = e.event_id),
                      'bills', coalesce((
                        select jsonb_agg(jsonb_build_object('bill_id', b.bill_id, 'bill_code', b.bill_code) order by b.bill_code)
                          from (select b.bill_id, b.bill_code from event_bills eb join bills b using (bill_id)
                                 where eb.event_id = e.event_id order by b.bill_code limit ${firstBills}::int) b), '[]'::jsonb))
                      order by e.starts_on, e.starts_at, e.event_id)
               from (select * from events e
                      where e.committee_id = c.committee_id and e.starts_on >= current_date - 367 and is_upcoming(e)
                      order by e.starts_on, e.starts_at, e.event_id limit ${firstCommitteeEvents}::int) e), '[]'::jsonb)
             as upcoming_events
      from committees c where c.committee_id = ${committee_id}`
  return row
}

/** Selects the bills that were referred to a committee, each once with the latest activity there. */
export async function selectCommitteeBills(
  db: Db,
  committee_id: string,
  { limit, offset }: Page,
): Promise<Pick<CommitteeResponse, 'bills' | 'pagination'>> {
  const latest = db`
    from bill_committees c
   where c.committee_id = ${committee_id}
     and not exists (select from bill_committees n
                      where n.bill_id = c.bill_id and n.committee_id = c.committee_id and n.position > c.position)`
  const [bills, counted] = await Promise.all([
    db<CommitteeResponse['bills']>`
      select b.bill_id, b.bill_code, left(b.title, 300) as title, b.status, page.activity, page.since
        from (select c.bill_id, c.activity, c.occurred_on::text as since, c.occurred_on ${latest}
               order by c.occurred_on desc nulls last, c.bill_id limit ${limit + 1} offset ${offset}) page
        join bills b using (bill_id)
       order by page.occurred_on desc nulls last, page.bill_id`,
    db<
      { total: number }[]
    >`select count(*)::int as total from (select 1 ${latest} limit ${mostCommitteeBills}::int) counted`,
  ])
  const total = counted[0]?.total ?? 0
  return {
    bills: bills.slice(0, limit),
    pagination: { limit, offset, total, has_more: bills.length > limit },
  }
}
