select f.target_type, f.target_id, f.update_types, f.created_at, named_bill.bill_code, coalesce(named_rep.rep_name, named_committee.name) as rep_name, named_bill.title
  from followed_targets f
left join bills named_bill on f.target_type in ('bill', 'stance')
      and named_bill.bill_id = case when f.target_type in ('bill', 'stance') then f.target_id::uuid end
left join representatives named_rep on f.target_type = 'representative' and named_rep.rep_id = f.target_id
left join committees named_committee
       on f.target_type = 'committee' and named_committee.committee_id = f.target_id
 where f.user_id = $1 order by f.created_at desc, f.target_type, f.target_id
