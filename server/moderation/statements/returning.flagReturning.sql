select email from users where user_id = $1

select report_id from reports where reported_hash = $1::bytea
 order by created_at desc limit 1
