select candidates, declined, named_place, map_congress from residences where user_id = $1

select from users where user_id = $1 for no key update
