select address, ocd_city_id is not null
       or exists (select from residences where user_id = $1) as has_residence
  from users where user_id = $2

update users set address = $1 where user_id = $2
