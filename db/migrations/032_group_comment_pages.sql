-- Comments on group posts are read in pages, like comments on bills: a page walks an index and takes its totals from
-- stored counts. Triggers keep these counts because comments also go when an account or a group is deleted.

alter table group_posts
  -- First-level comments, including deleted and hidden ones.
  add column thread_count int not null default 0,
  add constraint group_posts_thread_count_check check (thread_count >= 0);

alter table group_comments
  -- Direct replies, including deleted and hidden ones.
  add column reply_count int not null default 0,
  add constraint group_comments_reply_count_check check (reply_count >= 0);

update group_posts p set thread_count = n.threads
  from (select post_id, count(*)::int as threads from group_comments where depth = 1 group by post_id) n
 where n.post_id = p.post_id;
update group_comments c set reply_count = n.replies
  from (select parent_comment_id, count(*)::int as replies from group_comments group by parent_comment_id) n
 where n.parent_comment_id = c.comment_id;

-- Both begin with the columns of the foreign keys, so that deletions find their rows.
create index group_comments_threads on group_comments (post_id, depth, created_at, comment_id);
create index group_comments_replies on group_comments (parent_comment_id, created_at, comment_id);
drop index group_comments_thread, group_comments_parent;

create function count_group_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update group_posts p set thread_count = p.thread_count + n.threads
      from (select post_id, count(*)::int as threads from changed_rows where depth = 1 group by post_id) n
     where p.post_id = n.post_id;
    update group_comments c set reply_count = c.reply_count + n.replies
      from (select parent_comment_id, count(*)::int as replies from changed_rows
             where parent_comment_id is not null group by parent_comment_id) n
     where c.comment_id = n.parent_comment_id;
  else
    update group_posts p set thread_count = p.thread_count - n.threads
      from (select post_id, count(*)::int as threads from changed_rows where depth = 1 group by post_id) n
     where p.post_id = n.post_id;
    update group_comments c set reply_count = c.reply_count - n.replies
      from (select parent_comment_id, count(*)::int as replies from changed_rows
             where parent_comment_id is not null group by parent_comment_id) n
     where c.comment_id = n.parent_comment_id;
  end if;
  return null;
end $$;

create trigger group_comments_after_insert_count after insert on group_comments
  referencing new table as changed_rows for each statement execute function count_group_comments();
create trigger group_comments_after_delete_count after delete on group_comments
  referencing old table as changed_rows for each statement execute function count_group_comments();

create or replace view actual_group_post_counts as
  select p.post_id, coalesce(l.likes, 0) as like_count, coalesce(c.comments, 0) as comment_count,
         coalesce(c.threads, 0) as thread_count
    from group_posts p
    left join (select post_id, count(*)::int as likes from group_likes group by post_id) l using (post_id)
    left join (
      select post_id, (count(*) filter (where deleted_at is null and hidden_at is null))::int as comments,
             (count(*) filter (where depth = 1))::int as threads
        from group_comments group by post_id) c using (post_id);

create view actual_group_reply_counts as
  select c.comment_id, coalesce(r.replies, 0) as reply_count
    from group_comments c
    left join (
      select parent_comment_id as comment_id, count(*)::int as replies
        from group_comments where parent_comment_id is not null group by parent_comment_id) r using (comment_id);

-- What visitors who are signed out read instead of a full name: the first name and the initial of the last one. A name of
-- one word stays as it is.
create function short_name(full_name text) returns text language sql immutable parallel safe
  return (
    select case when cardinality(words) < 2 then words[1]
                else words[1] || ' ' || left(words[cardinality(words)], 1) || '.' end
      from (select string_to_array(regexp_replace(btrim(full_name), '\s+', ' ', 'g'), ' ') as words) parts);
