-- Reports outlive the account they are about for a while, with a copy of what was reported and a keyed hash of the
-- mailbox, so that deleting an account is no way out of moderation.

alter table reports
  add column reported_user_id uuid,
  add column reported_text text check (char_length(reported_text) between 1 and 6000),
  add column author_deleted_at timestamptz,
  add column reported_hash bytea check (length(reported_hash) = 32);

update reports r set reported_user_id = coalesce(
  case when r.target_type = 'user' then r.target_id end,
  (select user_id from bill_comments where comment_id = r.target_id),
  (select user_id from group_posts where post_id = r.target_id),
  (select user_id from group_comments where comment_id = r.target_id));

create index reports_reported_user on reports (reported_user_id);
create index reports_reported_hash on reports (reported_hash) where reported_hash is not null;
create index reports_created on reports (created_at) where reported_text is not null;
create index reports_author_deleted on reports (author_deleted_at) where author_deleted_at is not null;

-- The same for the addresses that many providers deliver to one mailbox: without dots and without what follows a plus.
-- Only used to show operators what may belong together; two people may share a key.
create function mailbox_key(email text) returns text language sql immutable parallel safe
return replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@'
  || case split_part(lower(email), '@', 2) when 'googlemail.com' then 'gmail.com' else split_part(lower(email), '@', 2) end;

create index users_suspended on users (access_code) where account_status = 'suspended';
