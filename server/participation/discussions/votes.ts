import { voteOnComment } from '#contract/discussions/discussions.ts'
import { action, answerOf } from '#server/platform/http/route/action.ts'

/** Votes on a comment. The same vote again removes the vote, and the other vote replaces it. */
export const voteRoute = action(voteOnComment, ({ db, input, write }) =>
  answerOf(db`select answer from vote_on_comment(${write}, ${input.id}, ${input.vote_type})`),
)
