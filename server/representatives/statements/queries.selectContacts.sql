select c.message_id as contact_id, c.rep_id, r.rep_name, c.bill_id, c.subject, c.body as message, c.created_at, c.delivery,
       case when c.delivery <> 'email' then null
            when m.state = 'pending' and m.expires_at <= now() then 'dead'
            else coalesce(m.state, 'sent') end as mail_state,
       t.contact_form_url, t.office_phone, t.email
  from messages c join representatives r using (rep_id) left join emails m using (email_id)
  left join lateral (
    select contact_form_url, office_phone, email from representative_terms
     where rep_id = c.rep_id order by valid_from desc nulls last, term_id desc limit 1) t on true
 where c.user_id = $1  order by c.created_at desc, c.message_id limit $2 offset $3

select count(*) as total from messages c where c.user_id = $1
