with credit as (
  insert into mind_changes (comment_id, user_id) values ($1, …)
  on conflict do nothing returning comment_id),
credited as (
  update bill_comments c set change_count = c.change_count + 1
    from credit where c.comment_id = credit.comment_id returning c.user_id, c.bill_id, c.comment_id),
notified as (
insert into notifications (user_id, type, actor_id, bill_id, comment_id, is_shown)
select u.user_id, 'comment_influenced_mind', actor.user_id, c.bill_id, c.comment_id, actor.public_profile
  from credited c join users u using (user_id) join users actor on actor.user_id = $3
 where u.account_status = 'active' and u.user_id <> $4
on conflict (comment_id, actor_id) where type = 'comment_influenced_mind' do nothing)
update users u set minds_changed = u.minds_changed + 1 from credited where u.user_id = credited.user_id
