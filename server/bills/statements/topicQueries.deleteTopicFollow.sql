delete from topic_follows where user_id = $1 and topic = $2
