-- A translation is deleted with its text, whoever deletes it. Hidden texts keep theirs, which nobody can read.
create function delete_translations() returns trigger language plpgsql as $$
begin
  delete from text_translations
   where target_type = tg_argv[0] and target_id = (to_jsonb(old) ->> tg_argv[1])::uuid;
  return null;
end $$;
create trigger bill_comments_after_update_delete_translations after update of content on bill_comments
  for each row when (old.content is distinct from new.content)
  execute function delete_translations('bill_comment', 'comment_id');
create trigger bill_comments_after_delete_delete_translations after delete on bill_comments
  for each row execute function delete_translations('bill_comment', 'comment_id');
create trigger group_posts_after_update_delete_translations after update of content on group_posts
  for each row when (old.content is distinct from new.content)
  execute function delete_translations('group_post', 'post_id');
create trigger group_posts_after_delete_delete_translations after delete on group_posts
  for each row execute function delete_translations('group_post', 'post_id');
create trigger group_comments_after_update_delete_translations after update of content on group_comments
  for each row when (old.content is distinct from new.content)
  execute function delete_translations('group_comment', 'comment_id');
create trigger group_comments_after_delete_delete_translations after delete on group_comments
  for each row execute function delete_translations('group_comment', 'comment_id');
