insert into group_follows (user_id, group_id) values ($1, …)

select count(*)::int as groups from group_follows where user_id = $1
