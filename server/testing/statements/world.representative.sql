insert into representative_terms ("rep_id", "title", "government_level", "division", "valid_from") values ($1, …)

insert into representatives ("rep_id", "rep_name", "photo_url", "source_name", "source_checked_at") values ($1, …)
