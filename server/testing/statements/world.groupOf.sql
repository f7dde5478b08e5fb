select group_id from groups where jurisdiction = $1
