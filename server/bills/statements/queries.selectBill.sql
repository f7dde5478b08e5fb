select bill_detail($1, …)
