select create_groups($1::jsonb::jsonb)

select wanted.division, division_group_type(wanted.division) as type, d.name
  from unnest($1::text[]) as wanted (division) left join divisions d using (division)
 where division_group_type(wanted.division) is not null
   and not exists (select from groups g where g.jurisdiction = wanted.division)
