import { voteOnComment } from '../../contract/discussions.ts'
import { JsonBytes } from '../http/jsonBytes.ts'
import { action } from '../http/route/action.ts'

/** Votes on a comment. The same vote again removes it, the other one replaces it. */
export const voteRoute = action(voteOnComment, async ({ db, input, write }) => {
  const [[answer] = []] = await db`
    select answer from vote_on_comment(${write}, ${input.id}, ${input.vote_type})`.raw()
  return new JsonBytes(answer!)
})
