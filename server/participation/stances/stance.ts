import * as bills from '#contract/bills/bills.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Stance } from '#contract/stances.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import { action } from '#server/platform/http/route/action.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** What the acknowledgment of a stance or of a confirmation says. `at` is the time in the response. */
export type AcceptedStance = {
  bill_id: string
  user_id: string
  stance: string
  version_no: number
  at: string
}
/** Signs that a stance was accepted. Signing needs no statement, and the same response always has the same signature. */
type Acknowledge = (accepted: AcceptedStance) => string

/**
 * Returns the route that takes or changes a stance. `notifyFollowers` is called if followers may have to be notified.
 */
export function stanceRoute(notifyFollowers: () => void, acknowledge: Acknowledge) {
  return action(bills.takeStance, async ({ db, memory, me, input, write }) => {
    const { id, stance, change_source, comment_id, version_no } = input
    const [[response, isQueued] = []] = await db`
      select response, is_queued
        from take_stance(${write}, ${id}, ${stance}, ${change_source}, ${comment_id},
                         ${version_no})`.texts()
    memory.forget(id)
    if (isQueued === 't') notifyFollowers()
    const { stance: taken }: { stance: Omit<AcceptedStance, 'at'> & { created_at: string } } = JSON.parse(
      response!,
    )
    return withAck(
      response!,
      acknowledge({ ...taken, bill_id: id, user_id: me.user_id, at: taken.created_at }),
    )
  })
}

export function confirmStanceRoute(acknowledge: Acknowledge) {
  return action(bills.confirmStance, async ({ db, memory, me, input, write }) => {
    const [[response] = []] = await db`
      select response from confirm_stance(${write}, ${input.id}, ${input.version_no})`.texts()
    memory.forget(input.id)
    const { stance: confirmed }: { stance: Omit<AcceptedStance, 'at'> & { confirmed_at: string | null } } =
      JSON.parse(response!)
    // A stance that was taken on this version needs no confirmation, so there is nothing to acknowledge.
    const at = confirmed.confirmed_at
    const ack = at === null ? null : acknowledge({ ...confirmed, bill_id: input.id, user_id: me.user_id, at })
    return withAck(response!, ack)
  })
}

/** Adds the acknowledgment to a response that PostgreSQL wrote. */
function withAck(response: string, ack: string | null): JsonBytes {
  return new JsonBytes(`${response.trimEnd().slice(0, -1)},"ack":${JSON.stringify(ack)}}`)
}

export const getStanceRoute = read(bills.getStance, async ({ db, me, input }) => ({
  stance: (await getStance(db, me, input.id)) ?? refuse('bill_not_found'),
}))

/** Selects the member's stance, or undefined if the bill does not exist. */
async function getStance(db: Db, me: Member, bill_id: string) {
  const [row] = await db<{ stance: Stance | null; created_at: string | null }[]>`
    select s.stance, s.changed_at as created_at
      from bills b left join stances s on s.bill_id = b.bill_id and s.user_id = ${me.user_id}
     where b.bill_id = ${bill_id}`
  return row
}
