import { bills, type DerivedCount, type Mismatch } from '#server/operations/check/derivedCount.ts'
import { lockImports, lockRecords } from '#server/operations/check/locks.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Checks what is copied from the records of bills for lists, filters and searches. */
export const billCopies: DerivedCount[] = [
  {
    what: 'the number of bills behind a filter',
    keys: null,
    find: (db) => db<Mismatch[]>`
      select '' as key,
             concat_ws(' ', government_level, status, case when is_past then 'past' end, topic) as "where",
             coalesce(k.bill_count, 0)::text as stored, coalesce(a.bill_count, 0)::text as actual
        from bill_totals k full join actual_bill_totals a using (government_level, status, is_past, topic)
       where coalesce(k.bill_count, 0) <> coalesce(a.bill_count, 0)`,
    repair: {
      lock: async (db) => {
        await lockImports(db)
        await db`
          select from bills b
           where not exists (
             select from bill_totals k
              where (k.government_level, k.status, k.is_past, k.topic) = (b.government_level, b.status, b.is_past, ''))
              or exists (
             select from unnest(b.topics) named (topic) where not exists (
               select from bill_totals k
                where (k.government_level, k.status, k.is_past, k.topic)
                    = (b.government_level, b.status, b.is_past, named.topic)))
           order by bill_id for no key update`
        await db`
          insert into bill_totals (government_level, status, is_past, topic, bill_count)
          select government_level, status, is_past, topic, 0 from actual_bill_totals order by 1, 2, 3, 4
          on conflict do nothing`
        await db`select from bill_totals order by government_level, status, is_past, topic for no key update`
      },
      write: (db) => db`
        insert into bill_totals as k (government_level, status, is_past, topic, bill_count)
        select government_level, status, is_past, topic, coalesce(a.bill_count, 0)
          from bill_totals stored full join actual_bill_totals a using (government_level, status, is_past, topic)
         where coalesce(stored.bill_count, 0) <> coalesce(a.bill_count, 0)
        on conflict (topic, government_level, status, is_past) do update set bill_count = excluded.bill_count`,
    },
  },
  {
    what: "the copies of a bill's fields beside its counts and topics",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id as "where", k.facts::text as stored, a.facts::text as actual
        from (select c.bill_id, jsonb_build_array(c.created_at, c.government_level, c.jurisdiction, c.status, c.is_past, t.facts) as facts
                from bill_counters c left join (
                  select bill_id, jsonb_agg(jsonb_build_array(topic, created_at, latest_action_at, government_level, status, is_past)
                                           order by topic) as facts
                    from bill_topics where ${scope.has('bill_id')} group by bill_id) t using (bill_id)
               where ${scope.has('c.bill_id')}) k
        full join (
          select bill_id, jsonb_build_array(created_at, government_level, jurisdiction, status, is_past, (
                   select jsonb_agg(jsonb_build_array(topic, created_at, latest_action_at, government_level, status, is_past)
                                    order by topic)
                     from unnest(topics) topic)) as facts
            from bills where ${scope.has('bill_id')}) a using (bill_id)
       where k.facts is distinct from a.facts`,
    repair: {
      lock: lockRecords,
      write: async (db, scope) => {
        await db`
          update bill_counters c
             set created_at = b.created_at, government_level = b.government_level, jurisdiction = b.jurisdiction,
                 status = b.status, is_past = b.is_past
            from bills b
           where b.bill_id = c.bill_id and ${scope.has('b.bill_id')}
             and (b.created_at, b.government_level, b.jurisdiction, b.status, b.is_past)
              <> (c.created_at, c.government_level, c.jurisdiction, c.status, c.is_past)`
        await db`
          delete from bill_topics t using bills b
           where b.bill_id = t.bill_id and ${scope.has('b.bill_id')}
             and (t.topic <> all (b.topics)
                  or (b.created_at, b.latest_action_at, b.government_level, b.status, b.is_past)
                  <> (t.created_at, t.latest_action_at, t.government_level, t.status, t.is_past))`
        await db`
          insert into bill_topics (bill_id, topic, created_at, latest_action_at, government_level, status, is_past)
          select bill_id, unnest(topics), created_at, latest_action_at, government_level, status, is_past
            from bills where ${scope.has('bill_id')}
          on conflict do nothing`
      },
    },
  },
  {
    what: 'the search words of a bill',
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id as "where", k.facts::text as stored, a.facts::text as actual
        from (select bill_id, jsonb_build_array(created_at, code_key, keys, md5(words)) as facts
                from bill_search where ${scope.has('bill_id')}) k
        full join (select bill_id, jsonb_build_array(created_at, code_key, keys, md5(words)) as facts
                     from actual_bill_search where ${scope.has('bill_id')}) a using (bill_id)
       where k.facts is distinct from a.facts`,
    repair: {
      lock: lockRecords,
      write: (db, scope) => db`
        insert into bill_search as existing (bill_id, created_at, code_key, keys, words)
        select bill_id, created_at, code_key, keys, words
          from actual_bill_search where ${scope.has('bill_id')} order by created_at
        on conflict (bill_id) do update
           set created_at = excluded.created_at, code_key = excluded.code_key, keys = excluded.keys,
               words = excluded.words
         where (existing.created_at, existing.code_key, existing.keys, existing.words)
            <> (excluded.created_at, excluded.code_key, excluded.keys, excluded.words)`,
    },
  },
  {
    what: 'the list of all search words',
    // Bills share most of their words, so fewer slices compare fewer words.
    keys: { ...bills, size: 5_000 },
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, term as "where", 'missing' as stored, 'used by a bill' as actual
        from ${missingTerms(db, scope)} m`,
    repair: {
      // Words are only added, so nothing is locked.
      lock: () => Promise.resolve(),
      write: (db, scope) => db`
        insert into bill_terms (term) select term from ${missingTerms(db, scope)} m order by term
        on conflict do nothing`,
    },
  },
]

/** Selects the missing words, each with one of its bills. */
function missingTerms(db: Db, scope: Scope) {
  return db`(
    select term, bill_id
      from (select term, min(bill_id::text)::uuid as bill_id
              from bill_search, unnest(search_terms(words)) term where ${scope.has('bill_id')} group by term) used
     where not exists (select from bill_terms t where t.term = used.term))`
}
