select answer from read_notification($1, …)
