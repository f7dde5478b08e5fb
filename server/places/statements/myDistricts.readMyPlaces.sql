select precision, source, map_congress as map, candidates, note from residences where user_id = $1
