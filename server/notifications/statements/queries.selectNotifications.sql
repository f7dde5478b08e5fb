select coalesce(c.total, 0) as total, coalesce(c.unread, 0) as unread_count, coalesce(c.version, 0) as version,
       coalesce((select json_agg(item) from (
         select json_build_array(to_char(n.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), n.notification_id) as keys,
                n.notification_id as id, n.type, n.read_at is not null as read,
                iso_time(n.created_at) as created_at, coalesce(n.bill_id, c.bill_id) as bill_id, n.comment_id,
                n.stance, n.votes,
                a.username, b.bill_code, u.summary as update_summary,
                (select json_build_object('rep_name', r.rep_name, 'option', p.option,
                          'successor_name', case when e.rep_id <> m.rep_id then voter.rep_name end)
                   from message_events e join messages m using (message_id) join representatives r on r.rep_id = m.rep_id
                   left join representatives voter on voter.rep_id = e.rep_id
                   left join person_votes p on (p.vote_event_id, p.rep_id) = (e.vote_event_id, e.rep_id)
                  where e.message_event_id = n.message_event_id) as about_message
           from notifications n
           left join users a on a.user_id = n.actor_id
           left join bills b on b.bill_id = n.bill_id
           left join bill_comments c on c.comment_id = n.comment_id
           left join bill_updates u on u.update_id = n.update_id
          where n.user_id = $1 and n.is_shown
          order by n.created_at desc, n.notification_id
          limit $2 offset $3) item), '[]') as items
  from (select $4::uuid as user_id) me left join notification_counts c using (user_id)
