import type { Db } from '#server/platform/postgres/db.ts'
import { houseTitle } from '#server/sources/people/officeFacts.ts'

/** A seat that is vacant on a day. */
export type Vacancy = {
  title: string
  organization: string
  division: string
  since: string | null
  special_election_on: string | null
  note: string | null
  source_url: string | null
}

/**
 * A roster is considered known for a day if it fills at least this share of the seats. Otherwise a missing member does
 * not prove a vacancy.
 */
const knownShare = 0.8

/**
 * Selects the seats of Congress without a member on a day, in these divisions or everywhere. A seat is vacant if its
 * district exists on the map of that day, the roster of its chamber is known, and fewer terms than seats cover the day.
 */
export async function selectVacancies(
  db: Db,
  on: string,
  divisions: readonly string[] | null,
): Promise<Vacancy[]> {
  const rows = await db<Omit<Vacancy, 'title'>[]>`
    with seats as materialized (
      select 'us/house' as organization, d.division, d.seats::int
        from district_maps m join district_map_divisions d using (map_id)
       where m.organization = 'us/house' and covers_day(m.valid_from, m.valid_to, ${on}::date)
      union all
      select 'us/senate', division, 2 from divisions
       where kind = 'state' and division like 'ocd-division/country:us/state:%'),
    filled as materialized (
      select t.organization, t.division, count(distinct t.rep_id)::int as members from representative_terms t
       where t.organization in ('us/house', 'us/senate') and covers_day(t.valid_from, t.valid_to, ${on}::date)
       group by 1, 2),
    known as (
      select s.organization from seats s left join filled f using (organization, division)
       group by 1 having coalesce(sum(f.members), 0) >= sum(s.seats) * ${knownShare}::float8)
    select s.organization, s.division,
           coalesce(v.vacant_from, (
             select max(t.valid_to) from representative_terms t
              where t.organization = s.organization and t.division = s.division and t.valid_to <= ${on}::date)) as since,
           v.special_election_on, v.note, v.source_url
      from seats s
      left join filled f using (organization, division)
      left join lateral (
        select v.vacant_from, v.special_election_on, v.note, v.source_url from seat_vacancies v
         where v.organization = s.organization and v.division = s.division
           and (v.vacant_from is null or v.vacant_from <= ${on}::date)
           -- An announced vacancy has ended if somebody took the seat after it began and has left since.
           and not exists (select from representative_terms t
                            where t.organization = s.organization and t.division = s.division
                              and t.valid_from > v.vacant_from and t.valid_to <= ${on}::date)
         order by v.vacant_from desc nulls last limit greatest(s.seats - coalesce(f.members, 0), 0)) v on true
     where coalesce(f.members, 0) < s.seats
       and s.organization in (select organization from known)
       and (${divisions === null} or s.division = any(${[...(divisions ?? [])]}::text[]))
     order by s.organization, s.division`
  return rows.map((seat) => {
    const title = seat.organization === 'us/senate' ? 'U.S. Senator' : houseTitle(stateOf(seat.division))
    return Object.assign(seat, { title })
  })
}

function stateOf(division: string): string {
  return /^ocd-division\/country:us\/[a-z]+:([a-z]{2})/.exec(division)?.[1] ?? ''
}
