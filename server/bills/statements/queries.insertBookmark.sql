with added as (
  insert into bookmarks (user_id, bill_id)
  select $1, $2::uuid
   where (select count(*) from bookmarks where user_id = $3) < $4
  on conflict do nothing returning bill_id)
select exists (select from added)
    or exists (select from bookmarks where user_id = $5 and bill_id = $6) as is_bookmarked
