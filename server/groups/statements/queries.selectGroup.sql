select
g.group_id, g.group_name, g.description, g.government_level, g.follower_count, g.last_activity_at,
g.jurisdiction, g.group_type,
(select coalesce(sum(c.elected_officials + c.community_leaders + c.regular), 0)::int
   from group_member_counts c where c.group_id = g.group_id) as member_count,
(select f.user_id from group_follows f where f.group_id = g.group_id and f.user_id = $1) is not null
  as "isFollowing" from groups g where g.group_id = $2
