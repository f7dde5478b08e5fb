select user_id, account_status, public_profile, allow_follow from users
 where user_id in ($1, …) order by user_id for no key update
