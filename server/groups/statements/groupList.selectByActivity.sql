select json_build_array(to_char(g.last_activity_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), g.group_name, g.group_id) as keys,
g.group_id, g.group_name, g.description, g.government_level, g.follower_count, g.last_activity_at,
g.jurisdiction, g.group_type,
(select coalesce(sum(c.elected_officials + c.community_leaders + c.regular), 0)::int
   from group_member_counts c where c.group_id = g.group_id) as member_count,
(select f.user_id from group_follows f where f.group_id = g.group_id and f.user_id = $1) is not null
  as "isFollowing"
  from groups g where true
 order by coalesce(g.last_activity_at, '-infinity'::timestamptz) desc, g.group_name, g.group_id limit 51
