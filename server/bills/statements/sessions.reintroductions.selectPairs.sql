with texts as (
  select b.bill_id, b.jurisdiction, md5(lower(b.title)) as title, s.start_date, s.name, s.last_day_for_bills,
         v.version_no, v.word_count
    from bills b
    join bill_counters c using (bill_id)
    join bill_versions v on v.bill_id = b.bill_id and v.version_no = c.text_version_no and v.document_type = 'bill'
    join legislative_sessions s
      on s.jurisdiction = b.jurisdiction and b.legislative_session = any (s.keys) and s.classification = 'regular'
   where b.source_id = any($1) and v.word_count > 0)
select older.bill_id, older.version_no, ob.source_name, newer.bill_id as new_bill_id,
       newer.version_no as new_version_no, nb.source_id as new_source_id, nb.bill_code as new_bill_code,
       newer.name as session,
       coalesce(newer.last_day_for_bills >= current_date, true) and ov.first_seen_at < nv.first_seen_at as is_news
  from texts t
 cross join lateral (
   select o.bill_id, s.start_date, s.name, s.last_day_for_bills, v.version_no, v.word_count
     from bills o
     join bill_counters c using (bill_id)
     join bill_versions v on v.bill_id = o.bill_id and v.version_no = c.text_version_no and v.document_type = 'bill'
     join legislative_sessions s
       on s.jurisdiction = o.jurisdiction and o.legislative_session = any (s.keys) and s.classification = 'regular'
    where o.jurisdiction = t.jurisdiction and o.legislative_session is not null and md5(lower(o.title)) = t.title
      and s.start_date <> t.start_date and v.word_count > 0
      and case when s.start_date < t.start_date then t.word_count >= v.word_count * $2::numeric
               else v.word_count >= t.word_count * $3::numeric end
      and not exists (
        select from legislative_sessions between_them
         where between_them.jurisdiction = o.jurisdiction and between_them.classification = 'regular'
           and between_them.start_date > least(s.start_date, t.start_date)
           and between_them.start_date < greatest(s.start_date, t.start_date))
    order by abs(v.word_count - t.word_count), o.bill_id limit $4) other
 cross join lateral (
   select case when other.start_date < t.start_date then other.bill_id else t.bill_id end as bill_id,
          case when other.start_date < t.start_date then other.version_no else t.version_no end as version_no) older
 cross join lateral (
   select case when other.start_date < t.start_date then t.bill_id else other.bill_id end as bill_id,
          case when other.start_date < t.start_date then t.version_no else other.version_no end as version_no,
          case when other.start_date < t.start_date then t.name else other.name end as name,
          case when other.start_date < t.start_date then t.last_day_for_bills
               else other.last_day_for_bills end as last_day_for_bills) newer
  join bills ob on ob.bill_id = older.bill_id
  join bills nb on nb.bill_id = newer.bill_id
  join bill_versions ov on ov.bill_id = older.bill_id and ov.version_no = older.version_no
  join bill_versions nv on nv.bill_id = newer.bill_id and nv.version_no = newer.version_no
 where not exists (
   select from bill_reintroductions r where r.bill_id = older.bill_id and r.new_bill_id = newer.bill_id)
