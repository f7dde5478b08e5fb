select user_id as "userId", email, username, full_name as "fullName", full_name,
       email_verified_at is not null as "emailVerified", ocd_city_id,
       engagement_level(total_stances, total_comments, follower_count) as engagement_level,
       account_status as "accountStatus", profile_picture_url as "profilePictureUrl",
       total_stances as "totalStances", total_comments as "totalComments",
       (total_stances + 2 * total_comments + 0.5 * follower_count)::float8 as "totalActivityPoints",
       follower_count as "followerCount", bio, address, pending_email as "pendingEmail",
       member_type = 'elected_official' and exists (
         select from official_accounts o
          where o.user_id = users.user_id and (o.valid_to is null or o.valid_to > current_date)) as "isOfficial",
       is_label_hidden as "isLabelHidden",
       (select role from operator_roles r where r.user_id = users.user_id) as "operatorRole",
       welcome_progress(user_id) as welcome
  from users where user_id = $1
