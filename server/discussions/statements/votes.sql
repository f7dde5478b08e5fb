select answer from vote_on_comment($1, …)
