import { followUser, removeFollower, unfollowUser } from '#contract/people.ts'
import { action, answerOf } from '#server/platform/http/route/action.ts'

export const followRoutes = [
  action(followUser, ({ db, input, write }) =>
    answerOf(db`select answer from follow_member(${write}, ${input.id})`),
  ),
  action(unfollowUser, ({ db, input, write }) =>
    answerOf(db`select answer from unfollow_member(${write}, ${input.id})`),
  ),
  action(removeFollower, ({ db, input, write }) =>
    answerOf(db`select answer from remove_follower(${write}, ${input.id})`),
  ),
]
