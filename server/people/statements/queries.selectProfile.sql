select u.user_id as "userId", u.username, u.full_name as "fullName", u.bio,
       case when u.user_id = $1 then u.address end as address,
       u.profile_picture_url as "profilePictureUrl", u.email_verified_at is not null as "isVerified",
       engagement_level(u.total_stances, u.total_comments, u.follower_count) as "engagementLevel",
       u.total_stances as "totalStances", u.total_comments as "totalComments",
       (u.total_stances + 2 * u.total_comments + 0.5 * u.follower_count)::float8 as "totalActivityPoints",
       u.follower_count as "followerCount", u.following_count as "followingCount",
       exists (select from follows f where f.follower_id = $2 and f.followee_id = u.user_id)
         as "isFollowing",
       exists (select from follows f where f.follower_id = u.user_id and f.followee_id = $3)
         as "followsViewer",
       (select m.kind from mutes m where m.user_id = $4 and m.muted_id = u.user_id) as muted,
       coalesce(rs.items, '[]') as "recentStances", coalesce(rc.items, '[]') as "recentComments",
       coalesce(t.items, '[]') as "followedTopics", coalesce(g.items, '[]') as "followedGroups"
  from users u
  left join lateral (
    select json_agg(json_build_object('stance', s.stance, 'created_at', iso_time(s.changed_at),
             'bill_title', b.title, 'category_name', b.topics[1], 'bill_id', b.bill_id)
             order by s.changed_at desc) as items
      from (select * from stances where user_id = u.user_id and (u.public_stances or u.user_id = $5) and (select not has_blocked($6, …))
             order by changed_at desc limit 8) s
      join bills b using (bill_id)) rs on true
  left join lateral (
    select json_agg(json_build_object('content', c.content, 'created_at', iso_time(c.created_at),
             'bill_title', b.title, 'category_name', category_name(c.category_id),
             'bill_id', b.bill_id, 'comment_id', c.comment_id) order by c.created_at desc) as items
      from (select * from bill_comments
             where user_id = u.user_id and is_live and (u.public_comments or u.user_id = $8) and (select not has_blocked($9, …))
             order by created_at desc limit 8) c
      join bills b using (bill_id)) rc on true
  left join lateral (
    select json_agg(json_build_object('topic', f.topic, 'bill_count', topic_bill_count(f.topic))
                    order by f.topic) as items
      from topic_follows f where f.user_id = u.user_id and (select not has_blocked($11, …))) t on true
  left join lateral (
    select json_agg(json_build_object('group_id', g.group_id, 'group_name', g.group_name,
             'government_level', g.government_level, 'follower_count', g.follower_count,
             'jurisdiction', g.jurisdiction, 'group_type', g.group_type) order by g.group_name, g.group_id) as items
      from group_follows f join groups g using (group_id) where f.user_id = u.user_id and (select not has_blocked($13, …))) g on true
 where u.user_id = $15 and (u.user_id = $16 or (u.account_status = 'active' and u.public_profile))
