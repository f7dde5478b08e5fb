import { refuse } from '../../contract/kit/refusals.ts'
import { topicKey } from '../../contract/rules/topics.ts'
import type { Member } from '../http/route.ts'
import type { Db } from '../postgres/db.ts'
import { deleteTopicFollow, hasBillsOfTopic, insertTopicFollow } from './queries.ts'

/** Follows a topic that some bill has; every spelling of it is the same topic (R45). A repeat changes nothing. */
export async function followTopic(db: Db, me: Member, given: string) {
  const topic = readTopic(given)
  if (!(await hasBillsOfTopic(db, topic))) refuse('topic_not_found')
  await insertTopicFollow(db, me, topic)
  return { topic, is_following: true }
}

export async function unfollowTopic(db: Db, me: Member, given: string) {
  const topic = readTopic(given)
  await deleteTopicFollow(db, me, topic)
  return { topic, is_following: false }
}

function readTopic(given: string): string {
  return topicKey(given) || refuse('topic_required')
}
