select congressional_districts, counties from zip_codes
 where city_key = any($1::text[]) and $2 = any(states)
