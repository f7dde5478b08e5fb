insert into audit_log (action, user_id, subject, operator, detail, request_id)
select $1, $2::uuid, $3::bytea, $4::text,
       $5::jsonb::jsonb, $6::text where true
