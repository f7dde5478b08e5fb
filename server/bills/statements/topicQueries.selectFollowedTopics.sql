select topic, topic_bill_count(topic) as bill_count, true as is_following
  from topic_follows where user_id = $1 order by topic
