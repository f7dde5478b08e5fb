insert into users ("username", "full_name", "email", "password_hash", "address", "ocd_city_id", "email_verified_at") values ($1, …) returning user_id
