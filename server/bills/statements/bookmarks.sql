select answer from add_bookmark($1, …)

select answer from remove_bookmark($1, …)
