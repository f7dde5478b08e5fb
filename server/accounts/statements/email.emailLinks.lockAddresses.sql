select username, email, email_verified_at, pending_email, account_status = 'suspended' as is_suspended
  from users where user_id = $1 for no key update
