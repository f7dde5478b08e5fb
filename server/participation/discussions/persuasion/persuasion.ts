import type { OutputOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Persuasion } from '#contract/persuasion.ts'
import type * as contract from '#contract/persuasion.ts'
import { billExists, countStanceChanges } from '#server/participation/discussions/queries.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { persuasionOf, type Answers } from './wilson.ts'

/** Reads the answers about the comments of a bill, or about one of them. */
export async function getPersuasion(
  db: Db,
  bill_id: string,
  comment_id: string | undefined,
): Promise<Persuasion> {
  if (!(await billExists(db, bill_id))) refuse('bill_not_found')
  if (comment_id && (await countStanceChanges(db, bill_id, comment_id)) === undefined) {
    refuse('comment_not_found')
  }
  const [counted] = await db<Answers[]>`
    select coalesce(sum(credited_changes), 0)::int as credited_changes, coalesce(sum(yes), 0)::int as yes,
           coalesce(sum(no), 0)::int as no, coalesce(sum(unsure), 0)::int as unsure,
           coalesce(sum(left_out), 0)::int as left_out
      from comment_persuasion
     where bill_id = ${bill_id} and (${comment_id ?? null}::uuid is null or comment_id = ${comment_id ?? null})`
  return persuasionOf(counted!)
}

/** `topic` is empty for the whole instance. */
type Total = Answers & { topic: string; computed_at: string }

export async function getPublicPersuasion(
  db: Db,
): Promise<Omit<OutputOf<typeof contract.getPublicPersuasion>, 'success'>> {
  const totals = await db<Total[]>`
    select topic, credited_changes, yes, no, unsure, left_out, computed_at from persuasion_totals
     order by topic`
  const instance = totals.find(({ topic }) => topic === '')
  const none = { credited_changes: 0, yes: 0, no: 0, unsure: 0, left_out: 0 }
  return {
    computed_at: instance?.computed_at ?? null,
    instance: persuasionOf(instance ?? none),
    topics: totals.flatMap((total) =>
      total.topic === '' ? [] : [Object.assign({ topic: total.topic }, persuasionOf(total))],
    ),
  }
}

/** Computes the totals of all bills and of each topic, once a month. They stay until the next month. */
export async function releasePersuasion(db: Db): Promise<void> {
  const isDone = await db`
    select from persuasion_totals where topic = '' and computed_at >= date_trunc('month', now(), 'UTC')`
  if (isDone.length > 0) return
  await db`
    with computed as materialized (select * from actual_persuasion_totals),
    outdated as (
      delete from persuasion_totals where topic not in (select topic from computed))
    insert into persuasion_totals (topic, credited_changes, yes, no, unsure, left_out, source)
    select topic, credited_changes, yes, no, unsure, left_out, source from computed
    on conflict (topic) do update set credited_changes = excluded.credited_changes, yes = excluded.yes, no = excluded.no,
           unsure = excluded.unsure, left_out = excluded.left_out, source = excluded.source, computed_at = now()`
}
