select b.path, b.bill_code, left(b.title, 1000) as title, left(b.summary, 5000) as summary, b.government_level,
       b.jurisdiction, b.status, c.support_count, c.oppose_count, c.neutral_count, c.learning_count,
       c.discussion_count, b.source_name, b.source_url, b.source_checked_at,
       coalesce((
         select json_agg(json_build_object('name', name, 'party', party, 'district', district, 'role', role))
           from (select name, party, district, case classification when 'primary' then 'Sponsor' else 'Cosponsor' end as role
                   from bill_sponsorships where bill_id = b.bill_id and withdrawn_on is null
                  order by position limit 50) people), '[]') as sponsors,
       coalesce((
         select json_agg(json_build_object('date', acted_on, 'text', description, 'chamber', chamber) order by position)
           from (select * from bill_actions where bill_id = b.bill_id and acted_on is not null
                  order by position desc limit 30) latest), '[]') as actions,
       (select count(*)::int from bill_actions where bill_id = b.bill_id) as action_count,
       case when t.bill_sections ? 'note' then json_build_object(
         'note', t.bill_sections ->> 'note',
         'sections', jsonb_path_query_array(t.bill_sections, '$.sections[0 to 19]')) end as digest,
       coalesce((
         select json_agg(shown order by shown.position) from (
           select m.position, m.comment_id, m.content, short_name(u.full_name) as author,
                  case when u.public_stances then (
                    select s.stance from stances s where s.bill_id = m.bill_id and s.user_id = m.user_id)
                    end as stance,
                  iso_time(m.created_at) as created_at, m.upvotes, m.change_count, m.reply_count,
                  case when is_liked_by_side(support_upvotes, support_downvotes)
                            and is_liked_by_side(oppose_upvotes, oppose_downvotes)
                       then json_build_object(
                         'support', json_build_object(
                           'upvotes', support_upvotes, 'votes', support_upvotes + support_downvotes),
                         'oppose', json_build_object(
                           'upvotes', oppose_upvotes, 'votes', oppose_upvotes + oppose_downvotes)) end
                    as both_sides
             from (
               select k.*, row_number() over (
                        order by bridging_score desc, created_at desc, comment_id desc) as position
                 from (
                   select * from bill_comments where bill_id = b.bill_id and depth = 1
                    order by bridging_score desc, created_at desc, comment_id desc
                    limit 20) k) m
             join users u on u.user_id = m.user_id
            where m.is_live and u.account_status = 'active' and u.public_profile and u.public_comments
            order by m.position limit 5) shown), '[]') as comments
  from bills b
  join current_bill_counts c using (bill_id)
  left join bill_texts t using (bill_id)
 where b.bill_id = $1
