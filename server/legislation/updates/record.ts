import type { BillUpdateType } from '#contract/alerts.ts'
import type { BillStep } from '#contract/notifications.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** What notifications of members with a stance on the bill say about an event. A correction has no step if that step is not announced. */
export type StanceChange =
  | { reason: 'material' | 'retracted'; version_no: number }
  | { reason: 'status'; bill_step: BillStep }
  | { reason: 'corrected_status'; bill_step: BillStep | null }

/** An event in the life of a bill, as the list of updates stores it. */
export type BillUpdate = {
  bill_id: string
  update_type: BillUpdateType
  /** The key is unique per bill so that importing the same record again records nothing. */
  update_key: string
  /** The date as YYYY-MM-DD, or null if the source states no date. */
  occurred_on: string | null
  /** One line in plain words. */
  summary: string
  subject_id: string | null
  source_name: string
  /** False if the update is part of a bill's first import or does not matter to readers. */
  notify: boolean
  corrects_update_id?: number | null
  /**
   * The representatives whose followers are notified in addition to those of the bill, its topics and its jurisdiction.
   */
  representatives?: readonly string[]
  committees?: readonly string[]
  /** Present if members with a stance on the bill are notified, whether they follow it or not. */
  stance_change?: StanceChange
}

/**
 * An update that happened more than this many days before it was seen is history and alerts nobody. For LegiScan the
 * number is larger, because its data sets come weekly.
 */
const historyDays = 7
const lateSources = { names: ['LegiScan'], days: 21 }

/**
 * Appends updates in the transaction that changes the facts, and queues the bills whose followers must be notified. An
 * update whose key the bill already has is left out. Returns the number of new updates. Only one transaction at a time
 * appends updates so that nobody who reads up to the newest `update_id` misses one that is committed later.
 */
export async function recordBillUpdates(db: Db, updates: readonly BillUpdate[]): Promise<number> {
  if (updates.length === 0) return 0
  const rows = updates.map((update, position) => ({ ...update, position }))
  await db`select pg_advisory_xact_lock(hashtext('bill updates'))`
  const [result] = await db<{ count: number }[]>`
    with input as materialized (
      select * from jsonb_to_recordset(${db.json(rows)}) as r(
        bill_id uuid, update_type text, update_key text, occurred_on date, summary text, subject_id text, source_name text,
        notify boolean, corrects_update_id bigint, representatives text[], committees text[], stance_change jsonb,
        position int)),
    added as (
      insert into bill_updates (bill_id, update_type, update_key, occurred_on, summary, subject_id, source_name,
                                is_alertable, reaches_stances, corrects_update_id)
      select bill_id, update_type, update_key, occurred_on, summary, subject_id, source_name,
             notify and coalesce(occurred_on, current_date) >= current_date
               - case when source_name = any(${lateSources.names}::text[]) then ${lateSources.days}::int
                      else ${historyDays}::int end,
             coalesce(stance_change ->> 'reason' <> 'corrected_status', false),
             corrects_update_id
        from input order by position
      on conflict (bill_id, update_key) do nothing
      returning update_id, bill_id, update_key, is_alertable),
    alertable as (
      select a.update_id, a.bill_id, b.jurisdiction, b.topics, g.representatives, g.committees
        from added a join input g using (bill_id, update_key) join bills b using (bill_id) where a.is_alertable),
    targets as (
      insert into bill_update_targets (target_type, target_id, update_id)
      select 'jurisdiction', jurisdiction, update_id from alertable
      union select 'topic', unnest(topics), update_id from alertable
      union select 'representative', unnest(representatives), update_id from alertable
      union select 'committee', unnest(committees), update_id from alertable),
    -- A change of the text restarts the counts, so members are notified even if it was printed long ago. A step that was
    -- taken long ago is history.
    changed as (
      insert into version_fanouts (bill_id, reason, version_no, bill_step)
      select i.bill_id, i.stance_change ->> 'reason', (i.stance_change ->> 'version_no')::smallint,
             i.stance_change ->> 'bill_step'
        from input i left join added a on a.bill_id = i.bill_id and a.update_key = i.update_key
       where i.stance_change is not null
         and case i.stance_change ->> 'reason' when 'retracted' then true when 'material' then i.notify
                  else coalesce(a.is_alertable, false) end
       order by i.position),
    queued as (
      insert into update_fanouts as f (bill_id, after_update_id, last_update_id)
      select bill_id, min(update_id) - 1, max(update_id) from alertable
       where exists (
         select from alert_follows where target_type = 'bill' and target_id = alertable.bill_id::text)
       group by bill_id order by bill_id
      on conflict (bill_id) do update set
        after_update_id = case when f.next_attempt_at is null then excluded.after_update_id else f.after_update_id end,
        last_update_id = excluded.last_update_id, cursor = null, lease_id = null, attempts = 0, next_attempt_at = now())
    select count(*) as count from added`
  return result!.count
}
