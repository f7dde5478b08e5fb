select precision, source, map_congress as map, candidates, note, named_place
  from residences where user_id = $1
