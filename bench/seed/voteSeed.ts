import type { Pool } from '../../server/postgres/db.ts'

/** Voters of a roll. Each is a representative, and the first two represent New York, where the members live. */
export const votersPerRoll = 430

/** Adds rolls on the seeded bills, as many on each, with `votersPerRoll` voters. Requires a superuser. */
export async function insertRolls(pool: Pool, rolls: number): Promise<void> {
  await pool.begin(async (db) => {
    // The rows are valid by construction.
    await db`set local session_replication_role = replica`
    await db`
      insert into representatives (rep_id, rep_name, source_name, source_checked_at)
      select 'bench-' || n, 'Representative ' || n, 'Benchmark', now() from generate_series(1, ${votersPerRoll}::int) n`
    await db`
      insert into representative_terms (rep_id, organization, title, government_level, division, valid_from, party)
      select 'bench-' || n, 'us/house', 'U.S. Representative', 'federal',
             'ocd-division/country:us/state:' || case when n <= 2 then 'ny' else 'tx' end, '2010-01-03',
             (array['Democratic', 'Republican'])[1 + n % 2]
        from generate_series(1, ${votersPerRoll}::int) n`
    await db`
      insert into vote_events (vote_event_id, vote_key, bill_id, bill_source_id, organization, legislative_session, number,
                               voted_on, motion_text, motion_classification, direction, counts_for_agreement, yes_count,
                               no_count, listed_count, is_complete, source_name, content_hash)
      select overlay(overlay(md5('roll' || n) placing '4' from 13) placing '8' from 17)::uuid, 'bench/' || n, b.bill_id, b.source_id, 'us/house', '119', n,
             date '2025-01-06' + n % 600, 'On Passage', 'passage', 'for', true, 215, 215, ${votersPerRoll}::int, true,
             'Benchmark', sha256(n::text::bytea)
        from generate_series(1, ${rolls}::int) n
        join (select bill_id, source_id, row_number() over (order by source_id) as position,
                     count(*) over () as total from bills) b on b.position = 1 + n % b.total`
    await db`
      insert into person_votes (vote_event_id, position, option, voter_name, voted_on, party, rep_id)
      select e.vote_event_id, n, (array['yes', 'no'])[1 + (e.number + n) % 2], 'Representative ' || n, e.voted_on,
             (array['Democratic', 'Republican'])[1 + n % 2], 'bench-' || n
        from (select * from vote_events order by number) e
       cross join generate_series(1, ${votersPerRoll}::int) n`
    await db`
      insert into bill_last_votes (bill_id, organization, vote_event_id, voted_on)
      select bill_id, organization, vote_event_id, voted_on from actual_bill_last_votes`
  })
  await pool`vacuum (analyze)`
}
