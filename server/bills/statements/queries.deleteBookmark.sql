delete from bookmarks where user_id = $1 and bill_id = $2
