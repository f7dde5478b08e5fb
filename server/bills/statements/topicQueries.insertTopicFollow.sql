insert into topic_follows (user_id, topic) values ($1, …) on conflict do nothing
