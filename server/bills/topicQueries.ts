import type { Topic } from '../../contract/bills/bills.ts'
import type { Member } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'

/** Selects every topic that a bill has, most used first. */
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
