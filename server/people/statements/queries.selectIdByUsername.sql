select user_id, 1 as rank from users where lower(username) = lower($1)
union all
select user_id, 2 from former_usernames
 where username_key = lower($2) and reserved_until > now()
 order by rank limit 1
