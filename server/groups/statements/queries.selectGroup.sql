select
g.group_id, g.group_name, g.description, g.government_level, g.follower_count, g.last_activity_at,
g.jurisdiction, g.group_type,
(select f.user_id from group_follows f where f.group_id = g.group_id and f.user_id = $1) is not null
  as "isFollowing" from groups g where g.group_id = $2
