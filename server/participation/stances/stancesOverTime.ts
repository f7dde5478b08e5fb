import { minStancesOverTime, type StanceWeek } from '#contract/bills/bills.ts'
import * as bills from '#contract/bills/bills.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { stances, type Stance } from '#contract/stances.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf } from '#server/platform/records/memory.ts'
import { Shared } from '#server/platform/records/shared.ts'

type History = { weeks: StanceWeek[] }
type Step = { week: string; stance: Stance; change: number }

const historyOf = cacheOf(
  (memory) =>
    new Shared<History>(memory, {
      name: 'stances_over_time',
      maxBytes: 4e6,
      sizeOf: ({ weeks }) => 150 * weeks.length,
    }),
)

export const stancesOverTimeRoute = read(bills.getStancesOverTime, ({ db, memory, input }) =>
  historyOf(memory).get(input.id, db, (database) => getStancesOverTime(database, input.id)),
)

async function getStancesOverTime(db: Db, bill_id: string): Promise<History> {
  const [bill] = await db<{ total: number }[]>`
    select (select count(*)::int from stances where bill_id = b.bill_id) as total
      from bills b where b.bill_id = ${bill_id}`
  if (!bill) refuse('bill_not_found')
  return { weeks: bill.total < minStancesOverTime ? [] : addUp(await selectSteps(db, bill_id)) }
}

/**
 * Selects the changes of the counts by week, of members who have a stance today. A stance without a history counts from the day
 * on which it was taken.
 */
async function selectSteps(db: Db, bill_id: string): Promise<Step[]> {
  return db<Step[]>`
    with own as (select user_id, stance, first_taken_at from stances where bill_id = ${bill_id}),
    changes as (
      select c.changed_at, c.from_stance, c.to_stance, c.user_id
        from own join stance_changes c on c.user_id = own.user_id and c.bill_id = ${bill_id}),
    steps as (
      select changed_at, to_stance as stance, 1 as change from changes
      union all
      select changed_at, from_stance, -1 from changes where from_stance is not null
      union all
      select first_taken_at, stance, 1 from own where user_id not in (select user_id from changes))
    select to_char(date_trunc('week', changed_at at time zone 'utc'), 'YYYY-MM-DD') as week, stance, sum(change)::int as change
      from steps group by 1, 2 order by 1`
}

function addUp(steps: readonly Step[]): StanceWeek[] {
  const weeks = new Map<string, StanceWeek>()
  let last: StanceWeek = { week: '', support_count: 0, oppose_count: 0, neutral_count: 0, learning_count: 0 }
  for (const { week, stance, change } of steps) {
    if (last.week !== week) {
      last = Object.assign({}, last, { week })
      weeks.set(week, last)
    }
    last[`${stance}_count`] += change
  }
  // An interrupted history must not lead below zero.
  for (const counts of weeks.values()) {
    for (const stance of stances) counts[`${stance}_count`] = Math.max(0, counts[`${stance}_count`])
  }
  return [...weeks.values()]
}
