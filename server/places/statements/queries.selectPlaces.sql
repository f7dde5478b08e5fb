select division, name, keys from divisions
 where keys && $1::text[] and kind = 'place' and state = $2
   and division !~ '/(county|parish|borough):' and (valid_to is null or valid_to > current_date)
 order by division
