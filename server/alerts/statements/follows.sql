select answer
  from follow_target($1, $2, $3, $4, $5, $6, $7::text[],
                     $8::text[], $9)

select answer from unfollow_target($1, …)
