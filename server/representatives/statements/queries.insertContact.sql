insert into messages ("user_id", "rep_id", "bill_id", "subject", "body", "delivery", "follow_up_at") values ($1, …) returning message_id as contact_id, rep_id, bill_id, created_at, delivery
