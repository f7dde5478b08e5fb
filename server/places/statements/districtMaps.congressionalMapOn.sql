select map_id, valid_from, valid_to from district_maps
 where organization = 'us/house' and covers_day(valid_from, valid_to, $1::date)
