select e.echo_votes, e.analyzed_votes, e.total_votes
  from current_bill_counts n left join bill_echo e on e.bill_id = n.bill_id and e.echo_version = n.echo_version
 where n.bill_id = $1
