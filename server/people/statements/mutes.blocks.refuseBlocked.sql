select has_blocked($1, …) as is_mine, has_blocked($3, …) as is_theirs
