select from messages
 where user_id = $1 and rep_id = $2 and bill_id is not distinct from $3::uuid
   and subject = $4 and body = $5
   and created_at >= clock_timestamp() - make_interval(secs => $6) limit 1
