insert into messages ("user_id", "rep_id", "bill_id", "subject", "body", "delivery", "email_id") values ($1, …) returning message_id as contact_id, rep_id, bill_id, created_at, delivery
