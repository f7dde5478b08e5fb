insert into reports ("reporter_id", "target_type", "target_id", "reason", "details", "reported_user_id", "reported_text") values ($1, …) returning report_id
