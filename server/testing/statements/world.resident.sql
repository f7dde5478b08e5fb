insert into member_divisions (user_id, division)
select $1, unnest($2::text[])
