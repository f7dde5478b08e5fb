select zip, city, city_key, states, congressional_districts, counties, is_area from zip_codes where zip = $1
