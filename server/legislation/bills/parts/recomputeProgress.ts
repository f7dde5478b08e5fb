import { finalWords, reachedLine, reachedOn } from '#contract/bills/progress.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { progressOf } from './progress.ts'

/** The bills to look at, as the condition that a column has one of their ids. */
type Scope = { has: (column: string) => Part }

type ProgressRow = Parameters<typeof progressOf>[0] & {
  bill_id: string
  actions: Parameters<typeof progressOf>[1]
}

/** Computes how far bills have come, from their dated actions, for `hurd check`. */
export async function recomputeProgress(db: Db, scope: Scope): Promise<object[]> {
  const rows = await db<ProgressRow[]>`
    select b.bill_id, b.source_id, b.bill_code, b.title, b.government_level, b.jurisdiction,
           coalesce(b.status_before_end, b.status) as status, iso_time(b.created_at) as created_at,
           p.page #>> '{progress,measure_type}' as measure_type,
           coalesce((
             select json_agg(json_build_object('acted_on', acted_on, 'chamber', chamber, 'description', description,
                                               'classification', classification) order by position)
               from bill_actions where bill_id = b.bill_id), '[]') as actions
      from bills b join bill_parts p using (bill_id) where ${scope.has('b.bill_id')} and ${scope.has('p.bill_id')}`
  return rows.map(({ bill_id, actions, ...facts }) => {
    const { progress } = progressOf(facts, actions)
    const progress_dots = progress.stages.map(({ state }) => state)
    return {
      bill_id,
      progress_reached: reachedLine(progress),
      progress_reached_on: reachedOn(progress),
      progress_next: progress.next,
      progress_final: finalWords(progress),
      progress_dots,
      progress,
    }
  })
}
