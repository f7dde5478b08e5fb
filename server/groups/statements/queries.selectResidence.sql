select exists (select from member_divisions d where d.user_id = $1 and d.division = g.jurisdiction)
         as is_resident
  from groups g where g.group_id = $2
