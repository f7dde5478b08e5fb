import { refuse } from '../../contract/kit/refusals.ts'
import { topicKey } from '../../contract/rules/topics.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'
import {
  closeFinishedWelcome,
  deleteTopicFollow,
  hasBillsOfTopic,
  insertTopicFollow,
} from './topicQueries.ts'

/** Follows a topic that at least one bill has. Different spellings are the same topic. A repeat changes nothing. */
export async function followTopic(db: Db, me: Member, input: string) {
  const topic = readTopic(input)
  if (!(await hasBillsOfTopic(db, topic))) refuse('topic_not_found')
  await insertTopicFollow(db, me, topic)
  return { topic, is_following: true }
}

export async function unfollowTopic(db: Db, me: Member, input: string) {
  const topic = readTopic(input)
  await closeFinishedWelcome(db, me)
  await deleteTopicFollow(db, me, topic)
  return { topic, is_following: false }
}

function readTopic(input: string): string {
  return topicKey(input) || refuse('topic_required')
}
