import { followTopic, unfollowTopic } from '../../contract/bills/bills.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { topicKey } from '../../contract/rules/topics.ts'
import { action, answerOf } from '../http/route/action.ts'

/** Different spellings of a topic are the same topic. */
export const topicFollowRoutes = [
  action(followTopic, ({ db, input, write }) =>
    answerOf(db`select answer from set_topic_follow(${write}, ${readTopic(input.topic)}, true)`),
  ),
  action(unfollowTopic, ({ db, input, write }) =>
    answerOf(db`select answer from set_topic_follow(${write}, ${readTopic(input.topic)}, false)`),
  ),
]

function readTopic(input: string): string {
  return topicKey(input) || refuse('topic_required')
}
