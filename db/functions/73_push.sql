-- Web push: notifications are queued for the browsers of their members by the statement that writes them.

-- True if browsers show notifications of this type. Votes and followers are counts that can rise every second. The other choices of
-- the member (notification_settings) that are not asked here decide whether there is a notification at all.
create function is_pushed(type text, about_comments boolean, about_representatives boolean) returns boolean
  language sql immutable parallel safe
  return case
    when type in ('comment_votes_batched', 'new_follower') then false
    when type in ('comment_reply', 'comment_mention', 'post_comment') then coalesce(about_comments, true)
    when type in ('message_follow_up', 'representative_voted', 'official_replied') then coalesce(about_representatives, true)
    else true
  end;

-- Queues new notifications, and those that report something newer than before. What is still in the queue is sent once, with the
-- newest text. Marking as read, hiding and corrections queue nothing.
create function queue_pushes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into push_messages (notification_id, subscription_id)
      select n.notification_id, p.subscription_id
        from new_items n join push_subscriptions p using (user_id) left join notification_settings s using (user_id)
       where n.is_shown and is_pushed(n.type, s.email_comments, s.email_representatives)
    on conflict do nothing;
  else
    insert into push_messages (notification_id, subscription_id)
      select n.notification_id, p.subscription_id
        from new_items n join old_items o using (notification_id)
        join push_subscriptions p on p.user_id = n.user_id left join notification_settings s on s.user_id = n.user_id
       where n.is_shown and n.read_at is null and n.created_at <> o.created_at
         and is_pushed(n.type, s.email_comments, s.email_representatives)
    on conflict (notification_id, subscription_id) do update
      set created_at = now(), attempts = 0, lease_id = null, next_attempt_at = now();
  end if;
  return null;
end $$;
create trigger notifications_after_insert_push after insert on notifications
  referencing new table as new_items for each statement execute function queue_pushes();
create trigger notifications_after_update_push after update on notifications
  referencing old table as old_items new table as new_items for each statement execute function queue_pushes();
