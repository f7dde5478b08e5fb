delete from former_members
 where access_code = $1 and email_hash = $2::bytea
