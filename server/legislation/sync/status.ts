import type { Db } from '#server/platform/postgres/db.ts'
import { newYorkCity } from '#server/sources/jurisdictions.ts'
import { congressRoster } from '#server/sources/people/congressLegislators.ts'

type SourceStatus = {
  /** The public record and the kind of records, such as "Congress.gov (bills)". */
  name: string
  records: number
  /** The time of the last check at the source, in ISO 8601, or null if no record has one. */
  last_checked_at: string | null
  /** True if the last check is too old: a week for bills and votes, a month for people. */
  stale: boolean
  /** True if an interrupted run of `hurd sync` can be resumed. */
  unfinished: boolean
  /** The command that checks the source again. */
  command: string
  /** The systemd timer that runs this command, as docs/install.md sets it up. Null if there is none. */
  timer: string | null
}

const freshDays = { others: 7, people: 30 }

/**
 * Selects the number and age of the records of every source, largest source first. The age is that of the place that was checked
 * longest ago, unless the whole source was checked later. A check after a gap does not count, as in `source_checks`. New York is
 * checked only by a run that names it, because it requires a token. Its bills are one source, whether their records come from
 * Legistar or from the council's files. The bills of a city begin with its Legistar client. Votes are listed if `hurd sync votes`
 * reads them, because others come with the bills or as files of past sessions, which have no newer version.
 */
export function selectSources(db: Db): Promise<SourceStatus[]> {
  return db<SourceStatus[]>`
    with stored as (
      select case when source_family = 'Legistar' and jurisdiction = ${newYorkCity.division} then 'New York City Council'
                  else source_name end as source_name,
             'bills' as what, jurisdiction as place, count(*) as records,
             greatest(max(coalesce(source_checked_at, source_updated_at)),
                      (select k.checked_at from source_checks k
                        where k.source_family = b.source_family and k.jurisdiction = b.jurisdiction
                          and k.covered_from <= max(b.source_checked_at))) as checked_at
        from bills b group by b.source_name, source_family, jurisdiction
      union all
      select source_name, 'people', place, count(*), max(source_checked_at)
        from representatives r
        left join lateral (select split_part(organization, '/', 1) as place from representative_terms t
                            where t.rep_id = r.rep_id order by valid_from desc nulls last limit 1) seat on true
       group by source_name, place
      union all
      select source_name, 'votes',
             split_part(case source_name when 'Legistar' then bill_source_id else organization end, '/', 1), count(*),
             max(source_checked_at)
        from vote_events group by 1, 3),
    known as (
      select stored.*, case stored.source_name when 'New York City Council' then 'nyc' end as client,
                       case stored.source_name when 'Congress.gov' then 'congress'
                                              when ${congressRoster} then 'congress'
                                              when 'Open States' then 'openstates'
                                              when 'Legistar' then 'legistar'
                                              when 'New York City Council' then 'legistar' end as sync
        from stored),
    places as (
      select *, greatest(checked_at, case when client is null then last_sync(sync, what, array[place]) else (
                  select max(s.synced_at) from source_syncs s
                   where s.source = sync and s.what = known.what and client = any(s.areas)) end) as read_at
        from known),
    checked as (
      select source_name, what, sync, client, sum(records)::float8 as records,
             exists (select from source_syncs s where s.source = sync and s.what = places.what and s.cursor is not null)
               as unfinished,
             greatest(case when count(*) = count(read_at) then min(read_at) end,
                      case when client is null then last_sync(sync, what, '{}') end) as last_checked_at
        from places
       where what <> 'votes' or exists (select from source_syncs s where s.source = sync and s.what = places.what)
       group by source_name, what, sync, client)
    select source_name || ' (' || what || ')' as name, records, last_checked_at,
           last_checked_at is null or last_checked_at < now() - make_interval(days =>
             case what when 'people' then ${freshDays.people}::int else ${freshDays.others}::int end) as stale,
           unfinished,
           case when sync is null then 'hurd import ' || what || ' FILE'
                else concat('hurd sync ', what, ' --source ', sync, ' --only ' || client) end as command,
           -- No timer syncs people.
           case when client is null and what in ('bills', 'votes')
                then case what when 'votes' then 'hurd-sync-votes@' else 'hurd-sync@' end || sync || '.timer' end as timer
      from checked order by records desc, name`
}
