select (select concat_ws(' ', pg_postmaster_start_time(), n.discussion_version,
                coalesce((select version from author_version), 0) + (select count(*) from author_changes))
 from current_bill_counts n where n.bill_id = $1),
  (select iso_time(read_at) from discussion_reads where user_id = $2 and bill_id = $3),
  iso_time(now() - interval '5 seconds'),
  (select json_object_agg(v.comment_id, v.vote) filter (where (
        select c.is_live from bill_comments c where c.comment_id = v.comment_id))
 from comment_votes v where v.user_id = $4 and v.bill_id = $5),
  (select json_agg(m.comment_id) filter (where (
        select c.is_live and c.bill_id = $6 from bill_comments c where c.comment_id = m.comment_id))
 from mind_changes m where m.user_id = $7),
  (select json_build_object('stance', s.stance, 'when_written', coalesce((
        select json_object_agg(c.comment_id, c.stance_when_written) from bill_comments c
         where c.user_id = $8 and c.bill_id = $9 and c.is_live), '{}'))
 from users u left join stances s on s.user_id = u.user_id and s.bill_id = $10
where u.user_id = $11 and not u.public_stances),
  (select json_agg(json_build_object('user_id', m.muted_id, 'muted', m.kind))
      from mutes m where m.user_id = $12) from bills where bill_id = $13
