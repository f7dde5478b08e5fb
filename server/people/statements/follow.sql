select answer from follow_member($1, …)

select answer from unfollow_member($1, …)
