select (select read_at from discussion_reads where user_id = $1 and bill_id = $2) as read_at,
       now() - interval '5 seconds' as as_of
