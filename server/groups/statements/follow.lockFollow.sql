select account_status, coalesce(btrim(address), '') <> '' as has_address
  from users where user_id = $1 for no key update

select g.government_level, f.user_id is not null as "isFollowing"
  from groups g left join group_follows f on f.group_id = g.group_id and f.user_id = $1
 where g.group_id = $2
