select answer from block_member($1, …)

select answer from mute_member($1, …)

select answer from remove_mute($1, $2, $3, $4, $5, 'block')

select answer from remove_mute($1, $2, $3, $4, $5, 'mute')
