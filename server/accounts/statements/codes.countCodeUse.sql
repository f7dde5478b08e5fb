update access_codes set uses = uses + 1
 where code = $1 and revoked_at is null and uses < max_uses
   and (expires_at is null or expires_at > now())
