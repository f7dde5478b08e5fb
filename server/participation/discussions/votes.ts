import { voteOnComment } from '#contract/discussions.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import { action } from '#server/platform/http/route/action.ts'

/** Votes on a comment. The same vote again removes the vote, and the other vote replaces it. */
export const voteRoute = action(voteOnComment, async ({ db, memory, input, write }) => {
  const [[response, bill_id] = []] = await db`
    select response, (select bill_id from bill_comments where comment_id = ${input.id})
      from vote_on_comment(${write}, ${input.id}, ${input.vote_type})`.texts()
  memory.forget(bill_id)
  return new JsonBytes(response!)
})
