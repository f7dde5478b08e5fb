import type { Topic } from '../../contract/bills.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'

/** Every topic that a bill has, most used first. */
export function selectTopics(db: Db, me: Member): Promise<Topic[]> {
  return db<Topic[]>`
    select t.topic, sum(t.bill_count)::int as bill_count, f.user_id is not null as is_following
      from bill_totals t left join topic_follows f on f.topic = t.topic and f.user_id = ${me.user_id}
     where t.topic <> '' group by t.topic, f.user_id having sum(t.bill_count) > 0
     order by bill_count desc, t.topic`
}

export function selectFollowedTopics(db: Db, me: Member): Promise<Topic[]> {
  return db<Topic[]>`
    select topic, topic_bill_count(topic) as bill_count, true as is_following
      from topic_follows where user_id = ${me.user_id} order by topic`
}

export async function hasBillsOfTopic(db: Db, topic: string): Promise<boolean> {
  const [row] = await db<{ bill_count: number }[]>`select topic_bill_count(${topic}) as bill_count`
  return (row?.bill_count ?? 0) > 0
}

export async function insertTopicFollow(db: Db, me: Member, topic: string): Promise<void> {
  await db`
    insert into topic_follows (user_id, topic) values (${me.user_id}, ${topic}) on conflict do nothing`
}

/** Before a topic is unfollowed, because following three topics is a step of the welcome. */
export async function closeFinishedWelcome(db: Db, me: Member): Promise<void> {
  await db`select close_finished_welcome(${me.user_id})`
}

export async function deleteTopicFollow(db: Db, me: Member, topic: string): Promise<void> {
  await db`delete from topic_follows where user_id = ${me.user_id} and topic = ${topic}`
}
