insert into member_moves (user_id, moved_at, is_first) values ($1, clock_timestamp(), $2::bool)

select is_first, moved_at + make_interval(days => $1) as counts_until,
       moved_at > now() - make_interval(days => $2) as is_recent
  from member_moves where user_id = $3 order by moved_at desc limit $4
