import type { Db } from '../postgres/db.ts'
import { congressRoster } from '../sources/people/congressLegislators.ts'

type SourceStatus = {
  /** The public record, and what it tells of: "Congress.gov (bills)". */
  name: string
  records: number
  /** When the source was last looked at, ISO 8601; null where no record says so. */
  last_checked_at: string | null
  /** Older than such a source should be: bills a week, people a month. */
  stale: boolean
  /** Whether a run of `hurd sync` was cut off and waits to go on. */
  unfinished: boolean
}

const daysGood = { bills: 7, people: 30 }

/** What every source has given, and how old it is, the largest first. */
export function selectSources(db: Db): Promise<SourceStatus[]> {
  return db<SourceStatus[]>`
    with held as (
      select source_name, 'bills' as what, count(*) as records,
             max(coalesce(source_checked_at, source_updated_at)) as checked_at
        from bills group by 1
      union all
      select source_name, 'people', count(*), max(source_checked_at) from representatives group by 1),
    looked as (
      select held.*, s.cursor is not null as unfinished, greatest(held.checked_at, s.synced_at) as last_checked_at
        from held left join source_syncs s
          on s.what = held.what
         and s.source = case held.source_name when 'Congress.gov' then 'congress'
                                              when ${congressRoster} then 'congress'
                                              when 'Open States' then 'openstates'
                                              when 'Legistar' then 'legistar'
                                              when 'New York City Council' then 'legistar' end)
    select source_name || ' (' || what || ')' as name, records, last_checked_at,
           last_checked_at is null or last_checked_at < now() - make_interval(days =>
             case what when 'bills' then ${daysGood.bills}::int else ${daysGood.people}::int end) as stale,
           unfinished
      from looked order by records desc, name`
}
