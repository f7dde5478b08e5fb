select current_date::text as today
