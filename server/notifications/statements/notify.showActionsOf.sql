with theirs as materialized (
  select n.notification_id, shown.is_shown
    from notifications n
    join users actor on actor.user_id = n.actor_id
   cross join lateral (select $1::bool::boolean and "actor".account_status = 'active' and "actor".public_profile
and ("actor".public_stances or "n".type <> 'comment_influenced_mind') as is_shown) shown
   where n.actor_id = $2 and n.is_shown <> shown.is_shown order by n.notification_id for update of n)
update notifications n set is_shown = theirs.is_shown
  from theirs where n.notification_id = theirs.notification_id
