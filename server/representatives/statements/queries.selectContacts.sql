select c.message_id as contact_id, c.rep_id, r.rep_name, c.bill_id, c.subject, c.body as message, c.created_at, c.delivery,
         case when c.delivery <> 'email' then null
              when m.state = 'pending' and m.expires_at <= now() then 'dead'
              else coalesce(m.state, 'sent') end as mail_state,
         t.contact_form_url, t.office_phone, t.email,
(select coalesce(json_agg(json_build_object(
          'event_type', e.event_type, 'actor', e.actor, 'occurred_on', e.occurred_on,
          'reply_type', e.reply_type, 'note', e.note,
          'vote', case when e.vote_event_id is not null then json_build_object(
            'vote_event_id', e.vote_event_id, 'rep_name', voter.rep_name, 'is_successor', e.rep_id <> c.rep_id,
            'option', p.option, 'motion_text', v.motion_text) end)
          order by e.occurred_on, e.created_at, e.message_event_id), '[]')
   from message_events e
   left join vote_events v on v.vote_event_id = e.vote_event_id
   left join person_votes p on p.vote_event_id = e.vote_event_id and p.rep_id = e.rep_id
   left join representatives voter on voter.rep_id = e.rep_id
  where e.message_id = c.message_id) as timeline
    from messages c join representatives r using (rep_id)
    left join lateral (
      select state, expires_at from emails where message_id = c.message_id order by created_at desc limit 1) m on true
    left join lateral (
      select contact_form_url, office_phone, email from representative_terms
       where rep_id = c.rep_id order by valid_from desc nulls last, term_id desc limit 1) t on true
   where c.user_id = $1  order by c.created_at desc, c.message_id limit $2 offset $3

select count(*) as total from messages c where c.user_id = $1
