select coalesce(sum(c.elected_officials + c.community_leaders + c.regular), 0)::int as total,
       coalesce(sum(c.elected_officials), 0)::int as elected_officials,
       coalesce(sum(c.community_leaders), 0)::int as community_leaders,
       coalesce(sum(c.regular), 0)::int as regular
  from groups g left join group_member_counts c using (group_id)
 where g.group_id = $1 group by g.group_id
