select answer from set_topic_follow($1, $2, $3, $4, $5, false)

select answer from set_topic_follow($1, $2, $3, $4, $5, true)
