import { isDeepStrictEqual } from 'node:util'
import { reachedLine, type Progress } from '#contract/rules/bills/billParts.ts'
import { progressOf } from '#server/legislation/bills/parts/progress.ts'
import { bills, type DerivedCount, type Mismatch } from '#server/operations/check/derivedCount.ts'
import { lockRecords } from '#server/operations/check/locks.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { carryOverRule } from '#server/sources/sessions/carryOver.ts'
import { lastDayForBills } from '#server/sources/sessions/lastDay.ts'

/** Checks what imports derive from the parts of bills, from their updates, and from sessions. */
export const billPartValues: DerivedCount[] = [
  {
    what: 'how far a bill has come',
    keys: bills,
    find: async (db, scope) => {
      const mismatches: Mismatch[] = []
      for await (const { bill_id, stored, actual } of wrongProgress(db, scope)) {
        mismatches.push({
          key: bill_id,
          where: bill_id,
          stored: JSON.stringify(stored),
          actual: JSON.stringify(actual),
        })
      }
      return mismatches
    },
    repair: { lock: lockRecords, write: repairProgress },
  },
  {
    what: "the parts of a bill's page",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select p.bill_id as key, p.bill_id as "where", md5(p.detail) as stored, md5(d.detail) as actual
        from bill_parts p cross join lateral bill_parts_detail(p.bill_id, p.page) d
       where ${scope.has('p.bill_id')} and p.detail <> d.detail`,
    repair: {
      lock: lockRecords,
      write: (db, scope) => db`
        update bill_parts p set detail = d.detail
          from bill_parts o cross join lateral bill_parts_detail(o.bill_id, o.page) d
         where ${scope.has('o.bill_id')} and o.bill_id = p.bill_id and p.detail <> d.detail`,
    },
  },
  {
    what: 'the place and the topics of an update',
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, update_id || ' ' || target_id as "where",
             case when k.bill_id is null then 'missing' else target_type end as stored,
             case when a.bill_id is null then 'none' else target_type end as actual
        from ${storedTargets(db, scope)} k
        full join ${actualTargets(db, scope)} a using (bill_id, target_type, target_id, update_id)
       where k.bill_id is null or a.bill_id is null`,
    repair: {
      lock: lockRecords,
      write: async (db, scope) => {
        await db`
          delete from bill_update_targets t using ${storedTargets(db, scope)} k
           where (t.target_type, t.target_id, t.update_id) = (k.target_type, k.target_id, k.update_id)
             and not exists (select from ${actualTargets(db, scope)} a
                              where (a.target_type, a.target_id, a.update_id) = (k.target_type, k.target_id, k.update_id))`
        await db`
          insert into bill_update_targets (target_type, target_id, update_id)
          select target_type, target_id, update_id from ${actualTargets(db, scope)} a
          on conflict do nothing`
      },
    },
  },
  {
    what: 'the last day for the bills of a session',
    keys: null,
    find: async (db) =>
      (await wrongLastDays(db)).map(({ jurisdiction, identifier, stored, actual }) => ({
        key: '',
        where: `${jurisdiction} ${identifier}`,
        stored: JSON.stringify(stored),
        actual: JSON.stringify(actual),
      })),
    repair: {
      lock: async (db) => {
        await db`select pg_advisory_xact_lock(hashtext('import sessions'))`
        await db`select from legislative_sessions order by jurisdiction, identifier for no key update`
      },
      write: async (db) => {
        const rows = (await wrongLastDays(db)).map(({ jurisdiction, identifier, actual }) =>
          Object.assign({ jurisdiction, identifier }, actual),
        )
        await db`
          update legislative_sessions s set last_day_for_bills = r.last_day_for_bills, last_day_rule = r.last_day_rule
            from jsonb_to_recordset(${db.json(rows)})
                 as r(jurisdiction text, identifier text, last_day_for_bills date, last_day_rule text)
           where (s.jurisdiction, s.identifier) = (r.jurisdiction, r.identifier)`
      },
    },
  },
]

/** The number of bills that are read at once, which limits the memory. */
const billsAtOnce = 1_000

type Shown = {
  progress_reached: string | null
  progress_next: string | null
  progress_dots: string[]
  progress: Progress
}
type ProgressRow = Parameters<typeof progressOf>[0] &
  Shown & { bill_id: string; actions: Parameters<typeof progressOf>[1] }

type WrongProgress = { bill_id: string; stored: Shown; actual: Shown }

async function repairProgress(db: Db, scope: Scope): Promise<void> {
  let rows: ({ bill_id: string } & Shown)[] = []
  const write = async () => {
    await db`
      update bills b set progress_reached = r.progress_reached, progress_next = r.progress_next,
             progress_dots = array(select jsonb_array_elements_text(r.progress_dots))
        from jsonb_to_recordset(${db.json(rows)})
             as r(bill_id uuid, progress_reached text, progress_next text, progress_dots jsonb)
       where b.bill_id = r.bill_id`
    await db`
      update bill_parts p set page = p.page || jsonb_build_object('progress', r.progress)
        from jsonb_to_recordset(${db.json(rows)}) as r(bill_id uuid, progress jsonb) where p.bill_id = r.bill_id`
    rows = []
  }
  for await (const { bill_id, actual } of wrongProgress(db, scope)) {
    rows.push({ bill_id, ...actual })
    if (rows.length === billsAtOnce) await write()
  }
  if (rows.length > 0) await write()
}

async function* wrongProgress(db: Db, scope: Scope): AsyncGenerator<WrongProgress> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins after the one before
    const page = await db<ProgressRow[]>`
      select b.bill_id, b.source_id, b.bill_code, b.title, b.government_level, b.jurisdiction,
             coalesce(b.status_before_end, b.status) as status, iso_time(b.created_at) as created_at,
             p.page #>> '{progress,measure_type}' as measure_type, b.progress_reached, b.progress_next,
             b.progress_dots,
             p.page -> 'progress' as progress,
             coalesce((
               select json_agg(json_build_object('acted_on', acted_on, 'chamber', chamber, 'description', description,
                                                 'classification', classification) order by position)
                 from bill_actions where bill_id = b.bill_id), '[]') as actions
        from bills b join bill_parts p using (bill_id)
       where b.bill_id > ${after} and ${scope.has('b.bill_id')} order by b.bill_id limit ${billsAtOnce}`
    for (const row of page) {
      const { bill_id, actions, progress_reached, progress_next, progress_dots, progress, ...facts } = row
      const stored = { progress_reached, progress_next, progress_dots, progress }
      const expected = progressOf(facts, actions).progress
      const actual = {
        progress_reached: reachedLine(expected),
        progress_next: expected.next,
        progress_dots: expected.stages.map(({ state }) => state),
        progress: expected,
      }
      if (!isDeepStrictEqual(stored, actual)) yield { bill_id, stored, actual }
    }
    if (page.length < billsAtOnce) return
    after = page.at(-1)?.bill_id ?? after
  }
}

/**
 * Selects the updates of bills that have not changed since the update. Other bills are left out because their topics
 * may have been different when the update was recorded.
 */
function updatesOfUnchangedBills(db: Db, scope: Scope) {
  return db`
    bill_updates u join bills b
      on b.bill_id = u.bill_id and b.changed_at <= u.first_seen_at
     and ${scope.has('b.bill_id')} and ${scope.has('u.bill_id')}`
}

function storedTargets(db: Db, scope: Scope) {
  return db`(
    select b.bill_id, t.target_type, t.target_id, t.update_id
      from ${updatesOfUnchangedBills(db, scope)} join bill_update_targets t using (update_id)
     where t.target_type in ('jurisdiction', 'topic'))`
}

function actualTargets(db: Db, scope: Scope) {
  return db`(
    select b.bill_id, 'jurisdiction' as target_type, b.jurisdiction::text as target_id, u.update_id
      from ${updatesOfUnchangedBills(db, scope)} where u.is_alertable
    union all
    select b.bill_id, 'topic', unnest(b.topics), u.update_id from ${updatesOfUnchangedBills(db, scope)} where u.is_alertable)`
}

type LastDay = ReturnType<typeof lastDayForBills>
type SessionRow = Parameters<typeof lastDayForBills>[0] & LastDay & { jurisdiction: string }

async function wrongLastDays(db: Db) {
  const sessions = await db<SessionRow[]>`
    select jurisdiction, identifier, classification, start_date::text, end_date::text, last_day_for_bills::text,
           last_day_rule, coalesce(substring(jurisdiction from '/(?:state|district|territory):([a-z]{2})$'), 'us') as place
      from legislative_sessions`
  return sessions.flatMap(({ jurisdiction, last_day_for_bills, last_day_rule, ...session }) => {
    const stored = { last_day_for_bills, last_day_rule }
    const actual = lastDayForBills(session, carryOverRule(session.place))
    const { identifier } = session
    return isDeepStrictEqual(stored, actual) ? [] : [{ jurisdiction, identifier, stored, actual }]
  })
}
