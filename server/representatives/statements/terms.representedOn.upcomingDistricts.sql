select map_id, valid_from from district_maps
 where organization = 'us/house' and valid_from > current_date and valid_from <= current_date + interval '1 year'
 order by valid_from limit 1
