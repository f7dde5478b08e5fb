with visible_stances as materialized (
  select s.stance, b.government_level, count(*) as stances
    from users u join stances s using (user_id) join bill_counters b using (bill_id)
   where u.user_id = $1 and (u.public_stances or u.user_id = $2)
   group by s.stance, b.government_level)
select u.member_number as "memberNumber", u.minds_changed as "mindsChanged",
       (select json_build_object('upvotes', coalesce(sum(c.upvotes), 0), 'downvotes', coalesce(sum(c.downvotes), 0))
          from bill_comments c
         where c.user_id = u.user_id and c.is_live and (u.public_comments or u.user_id = $3))
         as "commentVotes",
       (select json_agg(json_build_object('stance', kind, 'count',
                 (select coalesce(sum(stances), 0) from visible_stances where stance = kind)) order by position)
          from unnest($4::text[]) with ordinality as k (kind, position)) as "stanceBreakdown",
       (select json_agg(json_build_object('government_level', level, 'count',
                 (select coalesce(sum(stances), 0) from visible_stances where government_level = level)) order by position)
          from unnest($5::text[]) with ordinality as l (level, position))
         as "governmentLevelBreakdown"
  from users u where u.user_id = $6 and (u.user_id = $7 or (u.account_status = 'active' and u.public_profile))
