with own as materialized (
  select g.group_id from member_divisions d join groups g on g.jurisdiction = d.division
   where d.user_id = $1),
followed as materialized (
  select f.group_id from group_follows f
   where f.user_id = $2 and f.group_id not in (select group_id from own)),
page as (
  select * from (
    select 0 as section, g.place_order, g.group_id from own join groups g using (group_id) where true
    union all
    select 1 as section, g.place_order, g.group_id from followed join groups g using (group_id) where true
    union all
    (select 2 as section, g.place_order, g.group_id from groups g
      where g.group_id not in (select group_id from own) and g.group_id not in (select group_id from followed)
        and true
      order by g.place_order, g.group_id limit 51)) sections
   order by section, place_order, group_id limit 51)
select json_build_array(page.section, page.place_order, page.group_id) as keys,
g.group_id, g.group_name, g.description, g.government_level, g.follower_count, g.last_activity_at,
g.jurisdiction, g.group_type,
(select coalesce(sum(c.elected_officials + c.community_leaders + c.regular), 0)::int
   from group_member_counts c where c.group_id = g.group_id) as member_count,
(select f.user_id from group_follows f where f.group_id = g.group_id and f.user_id = $3) is not null
  as "isFollowing",
       ($4::text[])[page.section + 1] as section, newest.post as latest_post
  from page join groups g using (group_id)
  left join lateral (
    select json_build_object('post_id', p.post_id, 'title', left(line, $5),
             'title_is_cut', length(line) > $6, 'created_at', iso_time(p.created_at),
             'author_name', case when (u.user_id = $7 or (u.account_status = 'active' and u.public_profile)) then u.full_name end) as post
      from (select * from group_posts
             where group_id = g.group_id and deleted_at is null and hidden_at is null
             order by created_at desc, post_id limit 5) p
      left join users u using (user_id)
     cross join lateral split_part(replace(p.content, E'\r', E'\n'), E'\n', 1) line
     where u.account_status is distinct from 'suspended' and (p.user_id in (select m.muted_id from mutes m where m.user_id = $8)) is not true
     order by p.created_at desc, p.post_id limit 1) newest on page.section < 2
 order by page.section, page.place_order, page.group_id
