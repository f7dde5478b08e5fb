select json_build_array(m.rank, m.sort_name, m.user_id) as keys, u.user_id, u.username, u.full_name, u.bio, u.shown_type as member_type,
       engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level,
case when u.ocd_city_id is null then null
     when position('/place:' in u.ocd_city_id) = 0 then concat_ws('/', split_part(u.ocd_city_id, '/', 1), split_part(u.ocd_city_id, '/', 2),
                                   nullif(split_part(u.ocd_city_id, '/', 3), ''))
     else left(u.ocd_city_id, position('/place:' in u.ocd_city_id) + 6) || split_part(substr(u.ocd_city_id, position('/place:' in u.ocd_city_id) + 7), '/', 1) end as ocd_city_id, u.profile_picture_url
  from (select user_id, rank, sort_name from group_members
         where group_id = $1 and (is_shown or user_id = $2)
           and (user_id in (select m.muted_id from mutes m where m.user_id = $3)) is not true
         order by rank, sort_name, user_id limit 501) m
  join users u using (user_id) order by m.rank, m.sort_name, m.user_id
