insert into message_groups (rep_id, bands) values ($1, …) returning group_id
