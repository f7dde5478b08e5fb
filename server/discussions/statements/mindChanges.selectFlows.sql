select k.from_stance as "from", k.to_stance as "to", k.member_count as members
  from bill_counters b left join bill_mind_changes k on k.bill_id = b.bill_id and k.member_count > 0
 where b.bill_id = $1 order by k.member_count desc, k.from_stance, k.to_stance
