import { confirmStance, getStance, takeStance } from '#contract/bills/bills.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Stance } from '#contract/stances.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import { action, responseOf } from '#server/platform/http/route/action.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Returns the route that takes or changes a stance. `notifyFollowers` is called if followers may have to be notified.
 */
export function stanceRoute(notifyFollowers: () => void) {
  return action(takeStance, async ({ db, memory, input, write }) => {
    const { id, stance, change_source, comment_id } = input
    const [[response, isQueued] = []] = await db`
      select response, is_queued
        from take_stance(${write}, ${id}, ${stance}, ${change_source}, ${comment_id})`.texts()
    memory.forget(id)
    if (isQueued === 't') notifyFollowers()
    return new JsonBytes(response!)
  })
}

export const confirmStanceRoute = action(confirmStance, async ({ db, memory, input, write }) => {
  const response = await responseOf(db`
    select response from confirm_stance(${write}, ${input.id}, ${input.version_no})`)
  memory.forget(input.id)
  return response
})

export const getStanceRoute = read(getStance, async ({ db, me, input }) => ({
  stance: (await selectStance(db, me, input.id)) ?? refuse('bill_not_found'),
}))

/** Selects the member's stance, or undefined if the bill does not exist. */
async function selectStance(db: Db, me: Member, bill_id: string) {
  const [row] = await db<{ stance: Stance | null; created_at: string | null }[]>`
    select s.stance, s.changed_at as created_at
      from bills b left join stances s on s.bill_id = b.bill_id and s.user_id = ${me.user_id}
     where b.bill_id = ${bill_id}`
  return row
}
