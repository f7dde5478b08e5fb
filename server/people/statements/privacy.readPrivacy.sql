select public_profile, public_stances, public_comments, allow_follow from users
 where user_id = $1
