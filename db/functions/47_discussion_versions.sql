-- The versions of discussions and authors.

create function fold_author_changes(max_changes int) returns int language plpgsql as $$
declare
  folded int;
begin
  delete from author_changes where ctid = any (array(select ctid from author_changes limit max_changes));
  get diagnostics folded = row_count;
  if folded > 0 then
    insert into author_version as v (version) values (folded)
    on conflict (is_only) do update set version = v.version + excluded.version;
  end if;
  return folded;
end $$;

-- A member without live comments changes nothing. A comment that is being written is not missed, because both transactions
-- lock the member's row: it is committed either before this function looks for comments or after this change. The trigger
-- has no WHEN condition, because PostgreSQL would plan it again for every update of a member.
create function change_author() returns trigger language plpgsql as $$
begin
  if new.author_json is distinct from old.author_json or new.public_stances <> old.public_stances
     or engagement_level(new.total_stances, new.total_comments, new.follower_count)
        <> engagement_level(old.total_stances, old.total_comments, old.follower_count) then
    perform from bill_comments where user_id = new.user_id and is_live limit 1;
    if found then insert into author_changes default values; end if;
  end if;
  return null;
end $$;
create trigger users_after_update_change_author
  after update of username, full_name, email_verified_at, member_type, is_label_hidden, profile_picture_url, public_stances, total_stances,
    total_comments, follower_count on users
  for each row execute function change_author();
