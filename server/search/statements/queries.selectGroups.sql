with found as materialized (
  select group_id from groups where name_words(group_name) @@ (select $1::tsquery)
   limit 200)
select group_id, group_name, government_level, follower_count, is_following
  from (select g.group_id, g.group_name, g.government_level, g.follower_count,
               (select f.user_id from group_follows f
                 where f.user_id = $2 and f.group_id = g.group_id) is not null as is_following,
               (select d.user_id from member_divisions d
                 where d.user_id = $3 and d.division = g.jurisdiction) is not null as is_own
          from found join groups g using (group_id)) named
 order by is_own desc, is_following desc, follower_count desc, group_name, group_id
 limit 3
