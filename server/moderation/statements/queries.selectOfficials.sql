select user_id, username, full_name, member_type = 'elected_official' as is_official, is_label_hidden from users where member_type = 'elected_official'
