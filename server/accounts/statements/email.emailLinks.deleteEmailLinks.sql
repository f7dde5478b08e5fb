delete from email_links where user_id = $1 and purpose = $2
