select concat(left(row_to_json(v)::text, -1), ',',
              coalesce((select detail from bill_parts p where p.bill_id = v.bill_id), bill_parts_detail(v.bill_id, null)),
              '}')
  from (
    select b.bill_id, b.bill_code, b.title, b.summary, b.topics, b.government_level, b.jurisdiction, b.status,
           iso_time(b.created_at) as created_at, b.source_url, b.progress_line, b.progress_dots, b.path,
           t.formatted_text, t.bill_sections, t.full_text,
           c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
           c.activity_score, null::int as local_count,
           s.stance as user_stance, k.user_id is not null as is_bookmarked,
           coalesce(b.government_level = 'local' and b.jurisdiction = $1, false) as is_local,
           b.sponsors, b.actions, b.source_name, iso_time(b.source_checked_at) as source_checked_at, b.ended_by,
           (
select jsonb_build_object('identifier', s.identifier, 'name', s.name, 'end_date', s.end_date,
         'last_day_for_bills', s.last_day_for_bills,
         'state', session_state(s.start_date, s.end_date, s.last_day_for_bills, current_date),
         'carry_over', s.carry_over, 'is_closed', s.closed_at is not null)
  from legislative_sessions s
 where s.jurisdiction = b.jurisdiction and b.legislative_session = any(s.keys)
 order by s.start_date desc limit 1) as legislative_session,
           (select row_to_json(shown)
              from (select
v.version_no, v.code, v.label, v.document_type, v.printed_on::text as printed_on,
iso_time(v.first_seen_at) as first_seen_at, v.text_format, v.text_format is not null as has_text, v.kind,
v.source_name, v.source_url, v.sections, v.word_count, v.words_changed, v.operative_terms_changed, v.sections_changed,
v.sections_added, v.sections_removed, v.sections_moved, v.compared_with, v.version_no = c.version_no as is_current
                      from bill_versions v where v.bill_id = c.bill_id and v.version_no = c.version_no) shown) as version,
           (select row_to_json(shown)
              from (select v.version_no, v.text_format, v.sections
                      from bill_versions v where v.bill_id = c.bill_id and v.version_no = c.text_version_no) shown)
             as text_version,
(select coalesce(json_agg(json_build_object(
          'name', s.name, 'classification', s.classification, 'entity_type', s.entity_type, 'party', s.party,
          'district', s.district, 'rep_id', s.rep_id, 'sponsored_on', s.sponsored_on,
          'withdrawn_on', s.withdrawn_on, 'represents_you', s.represents_you)), '[]')
   from (select s.*, coalesce(s.rep_id = any(own.reps), false) as represents_you
           from bill_sponsorships s, (select array(
select t.rep_id from member_divisions d join representative_terms t on t.division = d.division::text
 where d.user_id = $2 and covers_day(t.valid_from, t.valid_to, current_date)) as reps) own
          where s.bill_id = b.bill_id
          order by represents_you desc, s.position limit 6) s) as sponsorships,
(select coalesce(json_agg(json_build_object(
          'bill_id', r.bill_id, 'bill_code', r.bill_code, 'title', r.title, 'relation_type', r.relation_type,
          'identified_by', r.identified_by, 'progress', r.progress) order by r.rank, r.bill_code), '[]')
   from (select distinct on (r.related_source_id)
                o.bill_id, r.related_bill_code as bill_code, o.title, r.relation_type, r.identified_by,
                case when r.relation_type in ('identical', 'companion') then p.progress end as progress,
                array_position(array['identical', 'companion', 'replaced_by', 'replaces', 'similar', 'procedural',
                                     'reintroduces', 'related'], r.relation_type) as rank
           from (select * from related_bills where bill_id = b.bill_id
                  order by relation_type not in ('identical', 'companion'), related_source_id limit 20) r
           left join bills o on o.source_id = r.related_source_id
           left join bill_parts p on p.bill_id = o.bill_id
          order by r.related_source_id, rank) r) as related_bills,
(select json_build_object(
          'event_id', e.event_id, 'starts_on', e.starts_on, 'starts_at', iso_time(e.starts_at),
          'time_zone', e.time_zone, 'name', e.name, 'location', e.location, 'url', e.url,
          'names_bill', e.names_bill)
   from ((select e.*, true as names_bill from event_bills eb join events e using (event_id)
           where eb.bill_id = b.bill_id and e.starts_on >= current_date - 1 and is_upcoming(e)
           order by e.starts_on, e.starts_at limit 1)
         union all
         (select e.*, false as names_bill
            from (select committee_id from bill_committees
                   where bill_id = b.bill_id and committee_id is not null order by position desc limit 1) c
            join events e using (committee_id)
           where b.status not in ('passed', 'rejected') and e.starts_on >= current_date - 1 and is_upcoming(e)
           order by e.starts_on, e.starts_at limit 1)) e
  order by e.names_bill desc limit 1) as next_event
      from bills b
      join bill_counters c on c.bill_id = b.bill_id
      left join bill_texts t on t.bill_id = b.bill_id
      left join stances s on s.bill_id = b.bill_id and s.user_id = $3
      left join bookmarks k on k.bill_id = b.bill_id and k.user_id = $4
     where b.bill_id = $5) v
