select answer from like_post($1, …)
