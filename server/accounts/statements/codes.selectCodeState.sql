select case when revoked_at is not null then 'revoked' when uses >= max_uses then 'used'
             when expires_at <= now() then 'expired' else 'usable' end as state from access_codes where code = $1
