import type { Db } from '../postgres/db.ts'
import { congressRoster } from '../sources/people/congressLegislators.ts'

type SourceStatus = {
  /** The public record and the kind of records, such as "Congress.gov (bills)". */
  name: string
  records: number
  /** The time of the last check at the source, in ISO 8601. Null if no record has one. */
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
 * Selects the number and age of the records of every source, largest source first. Votes are listed if `hurd sync votes` reads
 * them, because others come with the bills or as files of past sessions, which have no newer version.
 */
export function selectSources(db: Db): Promise<SourceStatus[]> {
  return db<SourceStatus[]>`
    with stored as (
      select source_name, 'bills' as what, count(*) as records,
             max(coalesce(source_checked_at, source_updated_at)) as checked_at
        from bills group by 1
      union all
      select source_name, 'people', count(*), max(source_checked_at) from representatives group by 1
      union all
      select source_name, 'votes', count(*), max(source_checked_at) from vote_events group by 1),
    known as (
      select stored.*, case stored.source_name when 'Congress.gov' then 'congress'
                                              when ${congressRoster} then 'congress'
                                              when 'Open States' then 'openstates'
                                              when 'Legistar' then 'legistar'
                                              when 'New York City Council' then 'legistar' end as sync
        from stored),
    checked as (
      select known.*, s.cursor is not null as unfinished, greatest(known.checked_at, s.synced_at) as last_checked_at
        from known left join source_syncs s on s.what = known.what and s.source = known.sync
       where known.what <> 'votes' or s.source is not null)
    select source_name || ' (' || what || ')' as name, records, last_checked_at,
           last_checked_at is null or last_checked_at < now() - make_interval(days =>
             case what when 'people' then ${freshDays.people}::int else ${freshDays.others}::int end) as stale,
           unfinished,
           case when sync is null then 'hurd import ' || what || ' FILE'
                else 'hurd sync ' || what || ' --source ' || sync end as command,
           case what when 'votes' then 'hurd-sync-votes@' else 'hurd-sync@' end || sync || '.timer' as timer
      from checked order by records desc, name`
}
