insert into users ("full_name", "username", "email", "address", "access_code", "password_hash") values ($1, …) returning user_id
