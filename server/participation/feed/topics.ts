import type { Topic } from '#contract/bills/bills.ts'
import * as bills from '#contract/bills/bills.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { topicKey } from '#contract/topics.ts'
import { action, responseOf } from '#server/platform/http/route/action.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Different spellings of a topic are the same topic. */
export const topicRoutes = [
  read(bills.listTopics, async ({ db, me }) => ({ topics: await listTopics(db, me) })),
  read(bills.listFollowedTopics, async ({ db, me }) => ({
    followed_topics: await listFollowedTopics(db, me),
  })),
  action(bills.followTopic, ({ db, input, write }) =>
    responseOf(db`select response from follow_topic(${write}, ${readTopic(input.topic)})`),
  ),
  action(bills.unfollowTopic, ({ db, input, write }) =>
    responseOf(db`select response from unfollow_topic(${write}, ${readTopic(input.topic)})`),
  ),
]

function readTopic(input: string): string {
  return topicKey(input) || refuse('topic_required')
}

/** Selects every topic that a bill has, most used first. */
export function listTopics(db: Db, me: Member): Promise<Topic[]> {
  return db<Topic[]>`
    select t.topic, sum(t.bill_count)::int as bill_count, f.user_id is not null as is_following
      from bill_totals t left join topic_follows f on f.topic = t.topic and f.user_id = ${me.user_id}
     where t.topic <> '' group by t.topic, f.user_id having sum(t.bill_count) > 0
     order by bill_count desc, t.topic`
}

function listFollowedTopics(db: Db, me: Member): Promise<Topic[]> {
  return db<Topic[]>`
    select topic, topic_bill_count(topic) as bill_count, true as is_following
      from topic_follows where user_id = ${me.user_id} order by topic`
}
