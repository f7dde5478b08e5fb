select coalesce(sum(group_count), 0)::int as total from group_totals g where true
