import { confirmStance, takeStance } from '../../contract/bills/bills.ts'
import { JsonBytes } from '../http/jsonBytes.ts'
import { action, answerOf } from '../http/route/action.ts'

/**
 * Returns the route that takes or changes a stance. `notifyFollowers` is called if followers may have to be notified.
 */
export function stanceRoute(notifyFollowers: () => void) {
  return action(takeStance, async ({ db, input, write }) => {
    const { id, stance, change_source, comment_id } = input
    const [[answer, isQueued] = []] = await db`
      select answer, is_queued
        from take_stance(${write}, ${id}, ${stance}, ${change_source}, ${comment_id})`.raw()
    if (isQueued?.toString() === 't') notifyFollowers()
    return new JsonBytes(answer!)
  })
}

export const confirmStanceRoute = action(confirmStance, ({ db, input, write }) =>
  answerOf(db`select answer from confirm_stance(${write}, ${input.id}, ${input.version_no})`),
)
