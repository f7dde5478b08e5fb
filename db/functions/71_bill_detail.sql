-- The page of a bill: `BillDetail` in contract/bills/bills.ts. A new field is added here, in the contract and on the screen.

-- The fields of a JSON object without its braces so that they can be joined with the fields of another object.
create function without_braces(object text) returns text language sql immutable parallel safe
  return substr(object, 2, length(object) - 2);

-- The fields of `BillDetail` that are the same for every viewer and change only with an import, as JSON without braces.
-- Returns a set, because PostgreSQL can then inline it into the statement that calls it for many bills.
create function bill_parts_detail(wanted_bill uuid, page jsonb)
  returns table (detail text) language sql stable parallel safe as $$
  select concat_ws(',', nullif(without_braces((page - 'progress')::text), ''), without_braces(row_to_json(fields)::text))
    from (
      select
        (select coalesce(json_agg(json_build_object(
                  'name', name, 'party', party, 'district', district,
                  'role', case classification when 'primary' then 'Sponsor' else 'Cosponsor' end) order by position), '[]')
           from bill_sponsorships where bill_id = wanted_bill and withdrawn_on is null) as sponsors,
        (select coalesce(json_agg(json_build_object('date', acted_on, 'text', description, 'chamber', chamber)
                                  order by position), '[]')
           from bill_actions where bill_id = wanted_bill and acted_on is not null) as actions,
        (select json_build_object(
                  'primary', count(*) filter (where classification = 'primary' and withdrawn_on is null),
                  'cosponsor', count(*) filter (where classification = 'cosponsor' and withdrawn_on is null),
                  'by_party', (
                    select coalesce(json_agg(json_build_object('party', party, 'count', members)
                                             order by members desc, party), '[]')
                      from (select coalesce(party, 'Unknown') as party, count(*) as members from bill_sponsorships
                             where bill_id = wanted_bill and withdrawn_on is null and entity_type = 'person'
                             group by 1) parties))
           from bill_sponsorships where bill_id = wanted_bill) as sponsorship_counts,
        (select coalesce(json_agg(json_build_object(
                  'committee_id', committee_id, 'name', name, 'chamber', chamber, 'parent_name', parent_name,
                  'since', occurred_on, 'activity', activity) order by first_position), '[]')
           from (select distinct on (name, chamber, parent_name)
                        committee_id, name, chamber, parent_name, occurred_on, activity,
                        min(position) over (partition by name, chamber, parent_name) as first_position
                   from bill_committees where bill_id = wanted_bill
                  order by name, chamber, parent_name, position desc) newest) as committees,
        (select json_build_object('total', count(*), 'agreed', count(*) filter (where outcome = 'agreed'))
           from bill_amendments where bill_id = wanted_bill) as amendment_counts,
        (select coalesce(json_agg(json_build_object(
                  'issuer', issuer, 'published_on', published_on, 'title', title, 'url', url)
                  order by published_on desc, url), '[]')
           from cost_estimates where bill_id = wanted_bill) as cost_estimates,
        (select coalesce(json_agg(subject order by subject), '[]')
           from bill_subjects where bill_id = wanted_bill) as subjects,
        (select json_build_object(
                  'step_count', (select count(*) from bill_actions where bill_id = wanted_bill),
                  'steps', coalesce(json_agg(json_build_object(
                    'acted_on', acted_on, 'chamber', chamber, 'description', left(description, 600),
                    'classification', classification, 'stage', stage, 'vote_event_id', vote_event_id) order by position), '[]'))
           -- A step that was decided by a roll call is important, whatever it decided.
           from (select * from bill_actions where bill_id = wanted_bill
                  order by is_important or vote_event_id is not null desc, position desc limit 8) important) as history) fields
$$;

-- The same for a bill without a row in bill_parts. This is a separate function so that the plan of `bill_record` stays small.
create function detail_without_parts(wanted_bill uuid) returns text language plpgsql stable as $$
begin
  return (select detail from bill_parts_detail(wanted_bill, '{}'));
end $$;

create function version_json(v bill_versions, current_version_no smallint) returns json language sql stable parallel safe
  return json_build_object(
    'version_no', v.version_no, 'code', v.code, 'label', v.label, 'document_type', v.document_type,
    'printed_on', v.printed_on, 'first_seen_at', iso_time(v.first_seen_at), 'text_format', v.text_format,
    'has_text', v.text_format is not null, 'kind', v.kind, 'source_name', v.source_name, 'source_url', v.source_url,
    'sections', v.sections, 'word_count', v.word_count, 'words_changed', v.words_changed,
    'operative_terms_changed', v.operative_terms_changed, 'sections_changed', v.sections_changed,
    'sections_added', v.sections_added, 'sections_removed', v.sections_removed, 'sections_moved', v.sections_moved,
    'compared_with', v.compared_with, 'is_current', v.version_no = current_version_no);

-- The next event of a bill, or else the next meeting of its committee, or null if none is announced. This function and the next
-- three first check whether the bill has any rows, because many bills have none and the check is faster than the query.
create function next_event(wanted_bill uuid, bill_status text) returns json language plpgsql stable as $$
begin
  if not exists (select from event_bills where bill_id = wanted_bill)
     and not exists (select from bill_committees where bill_id = wanted_bill and committee_id is not null) then
    return null;
  end if;
  return (select json_build_object(
            'event_id', e.event_id, 'starts_on', e.starts_on, 'starts_at', iso_time(e.starts_at),
            'ends_at', iso_time(e.ends_at), 'ends_on', e.ends_on, 'time_zone', e.time_zone, 'name', e.name, 'location', e.location, 'url', e.url,
            'names_bill', e.names_bill)
     from ((select e.*, true as names_bill from event_bills eb join events e using (event_id)
             where eb.bill_id = wanted_bill and e.starts_on >= current_date - 367 and is_upcoming(e)
             order by e.starts_on, e.starts_at limit 1)
           union all
           (select e.*, false as names_bill
              from (select committee_id from bill_committees
                     where bill_id = wanted_bill and committee_id is not null order by position desc limit 1) c
              join events e using (committee_id)
             where bill_status not in ('passed', 'rejected') and e.starts_on >= current_date - 367 and is_upcoming(e)
             order by e.starts_on, e.starts_at limit 1)) e
    order by e.names_bill desc limit 1);
end $$;

-- Twenty sponsors at most. Those who represent the viewer come first, and then the order of the source applies.
create function shown_sponsorships(wanted_bill uuid, viewer uuid) returns json language plpgsql stable as $$
declare
  own_reps text[];
begin
  if not exists (select from bill_sponsorships where bill_id = wanted_bill) then
    return '[]';
  end if;
  own_reps := array(
    select d.rep_id from representative_terms d
     where d.division = any ((select divisions_represented(viewer))::text[]) and covers_day(d.valid_from, d.valid_to, current_date));
  return (select coalesce(json_agg(json_build_object(
              'name', f.name, 'classification', f.classification, 'entity_type', f.entity_type, 'party', f.party,
              'district', f.district, 'rep_id', f.rep_id, 'sponsored_on', f.sponsored_on,
              'withdrawn_on', f.withdrawn_on, 'represents_you', f.represents_you)
              order by f.represents_you desc, f.position), '[]')
       from ((select o.*, true as represents_you from bill_sponsorships o
               where o.bill_id = wanted_bill and o.rep_id = any (own_reps) order by o.position limit 20)
             union all
             (select o.*, false from bill_sponsorships o
               where o.bill_id = wanted_bill and (o.rep_id = any (own_reps)) is not true
               order by o.position limit 20)
             order by represents_you desc, position limit 20) f);
end $$;

create function shown_related_bills(wanted_bill uuid) returns json language plpgsql stable as $$
begin
  if not exists (select from related_bills where bill_id = wanted_bill) then
    return '[]';
  end if;
  return (select coalesce(json_agg(json_build_object(
              'bill_id', r.bill_id, 'bill_code', r.bill_code, 'title', r.title, 'relation_type', r.relation_type,
              'identified_by', r.identified_by, 'progress', r.progress) order by r.rank, r.bill_code), '[]')
       from (select distinct on (r.related_source_id)
                    o.bill_id, r.related_bill_code as bill_code, o.title, r.relation_type, r.identified_by,
                    case when r.relation_type in ('identical', 'companion')
                         then bill_progress(o, op.page -> 'progress') end as progress,
                    array_position(array['identical', 'companion', 'replaced_by', 'replaces', 'similar',
                                         'procedural', 'reintroduces', 'related'], r.relation_type) as rank
               from (select * from related_bills where bill_id = wanted_bill
                      order by relation_type not in ('identical', 'companion'), related_source_id limit 20) r
               left join bills o on o.source_id = r.related_source_id
               left join bill_parts op on op.bill_id = o.bill_id
              order by r.related_source_id, rank) r);
end $$;

create function shown_reintroductions(wanted_bill uuid) returns json language plpgsql stable as $$
begin
  if not exists (select from bill_reintroductions where bill_id = wanted_bill) then
    return '[]';
  end if;
  return (select coalesce(json_agg(json_build_object('bill_id', n.bill_id, 'bill_code', n.bill_code, 'title', n.title)
                                   order by r.found_at, n.bill_code), '[]')
            from bill_reintroductions r join bills n on n.bill_id = r.new_bill_id
           where r.bill_id = wanted_bill);
end $$;

-- The next three functions describe one version. They are called only for a bill that has it. As joins or subqueries of
-- bill_record they would cost time for every bill, because PostgreSQL sets them up even if they find nothing.
create function current_version(wanted_bill uuid, wanted_no smallint) returns json language plpgsql stable as $$
begin
  return (select version_json(v, wanted_no) from bill_versions v
           where v.bill_id = wanted_bill and v.version_no = wanted_no);
end $$;

create function text_version(wanted_bill uuid, wanted_no smallint) returns json language plpgsql stable as $$
begin
  return (select json_build_object('version_no', v.version_no, 'text_format', v.text_format, 'sections', v.sections)
            from bill_versions v where v.bill_id = wanted_bill and v.version_no = wanted_no);
end $$;

create function stance_version(wanted_bill uuid, wanted_no smallint) returns json language plpgsql stable as $$
begin
  return (select json_build_object('version_no', v.version_no, 'label', v.label, 'printed_on', v.printed_on)
            from bill_versions v where v.bill_id = wanted_bill and v.version_no = wanted_no);
end $$;

-- The fields of a bill that only a change of its own rows changes, as JSON without the closing brace. Servers keep this text in
-- memory while `version` of bill_page is the same. The long parts are joined separately and are not in `fields`, because `substr`
-- counts all characters of its argument.
create function bill_record(wanted_bill uuid) returns text language plpgsql stable as $$
begin
  return (
    select concat('{', coalesce(p.detail, detail_without_parts(b.bill_id)),
                  ',"formatted_text":', coalesce(to_json(t.formatted_text)::text, 'null'),
                  ',"bill_sections":', coalesce(shown_text.sections::text, 'null'),
                  ',"full_text":', coalesce(to_json(t.full_text)::text, 'null'), ',',
                  without_braces(row_to_json(fields)::text))
      from bills b
      join bill_counters c using (bill_id)
      left join bill_parts p using (bill_id)
      left join bill_version_texts t on t.bill_id = b.bill_id and t.version_no = c.text_version_no
      left join shown_sections shown_text on shown_text.bill_id = b.bill_id
     cross join lateral (
       select b.bill_id, b.bill_code, b.title, b.summary, b.topics, b.government_level, b.jurisdiction, b.status,
              iso_time(b.created_at) as created_at, b.source_url, shown_dots(b.progress_dots, b.ended_by) as progress_dots,
              b.progress_reached_on as reached_on, b.progress_final as final_words,
              b.path, b.source_name, iso_time(b.source_checked_at) as source_checked_at, b.ended_by,
              case when c.version_no > 0 then current_version(b.bill_id, c.version_no) end as version,
              case when c.text_version_no > 0 then text_version(b.bill_id, c.text_version_no) end as text_version) fields
     where b.bill_id = wanted_bill);
end $$;

-- The fields of a bill that other rows or the date change, as JSON without braces, the same for everybody.
create function bill_facts(wanted_bill uuid) returns text language plpgsql stable as $$
begin
  return (
    select without_braces(row_to_json(fields)::text)
      from bills b
      left join bill_parts p using (bill_id)
      left join source_checks h on h.source_family = b.source_family and h.jurisdiction = b.jurisdiction
     cross join lateral (
       select last_checked_on(b.source_checked_at, h.covered_from, h.checked_at) as checked_on) day
     cross join lateral (
       select hides_next(b.ended_by, b.session_ended, b.latest_action_at, day.checked_on) as next_is_hidden) said
     cross join lateral (
       select shown_progress(p.page -> 'progress', b.ended_by, said.next_is_hidden) as progress,
              shown_line(b.progress_reached, b.progress_next, b.ended_by, said.next_is_hidden) as progress_line,
              reached_votes(b.bill_id, b.progress_reached_on) as reached_votes,
              day.checked_on, shown_related_bills(b.bill_id) as related_bills,
              (select json_build_object(
                        'identifier', l.identifier, 'name', l.name, 'end_date', l.end_date,
                        'last_day_for_bills', l.last_day_for_bills,
                        'state', session_state(l.start_date, l.end_date, l.last_day_for_bills, current_date),
                        'carry_over', l.carry_over, 'is_closed', l.closed_at is not null)
                 from legislative_sessions l
                where l.jurisdiction = b.jurisdiction and b.legislative_session = any (l.keys)
                order by l.start_date desc limit 1) as legislative_session,
              shown_reintroductions(b.bill_id) as reintroduced_as,
              next_event(b.bill_id, b.status) as next_event) fields
     where b.bill_id = wanted_bill);
end $$;

-- True if a sponsor of the bill represents the viewer.
create function is_sponsored_by_own(wanted_bill uuid, viewer uuid) returns boolean language plpgsql stable as $$
begin
  if not exists (select from bill_sponsorships where bill_id = wanted_bill and rep_id is not null) then return false; end if;
  return exists (
    select from bill_sponsorships o join representative_terms d using (rep_id)
     where o.bill_id = wanted_bill and d.division = any ((select divisions_represented(viewer))::text[])
       and covers_day(d.valid_from, d.valid_to, current_date));
end $$;

-- Returns the office of the viewer's representative who is a main sponsor of the bill, as in the lists of bills, or null.
create function own_sponsor_office(wanted_bill uuid, viewer uuid) returns text language plpgsql stable as $$
begin
  if not exists (select from bill_sponsorships where bill_id = wanted_bill and classification = 'primary' and rep_id is not null) then
    return null;
  end if;
  return (select min(t.title) from bill_sponsorships s join representative_terms t using (rep_id)
           where s.bill_id = wanted_bill and s.classification = 'primary' and s.withdrawn_on is null
             and t.division = any((select divisions_represented(viewer))::text[])
             and covers_day(t.valid_from, t.valid_to, current_date));
end $$;

/*
 * The page of a bill in parts, which server/legislation/bills/billPage.ts joins. `version` changes with every row that the record
 * shows; it is null if the bill has no row in bill_parts, and then the record is not kept. `record` is null if its version is the
 * known one, and `facts` and `sponsorships` are null unless they are wanted. So what is not in memory costs no second
 * statement. `own` has the current counts and what only the viewer sees, and `own_sponsorships` is null unless the viewer sees
 * the sponsors in another order. No row if there is no such bill.
 */
create function bill_page(wanted_bill uuid, viewer uuid, viewer_city text, known_version text, wants_facts boolean)
  returns table (version text, record text, facts text, sponsorships text, own text, own_sponsorships text)
  language plpgsql stable rows 1 as $$
begin
  return query
    select said.version,
           case when said.version is null or said.version is distinct from known_version then bill_record(b.bill_id) end,
           case when wants_facts then bill_facts(b.bill_id) end,
           case when wants_facts then shown_sponsorships(b.bill_id, null)::text end,
           concat('"support_count":', n.support_count, ',"oppose_count":', n.oppose_count, ',"neutral_count":', n.neutral_count,
             ',"learning_count":', n.learning_count, ',"discussion_count":', n.discussion_count,
             ',"activity_score":', n.activity_score,
             ',"local_count":', case when viewer_city is null then 'null' else coalesce((
               select l.comment_count from bill_local_counts l
                where l.bill_id = b.bill_id and l.ocd_city_id = viewer_city), 0)::text end,
             ',"user_stance":', coalesce('"' || s.stance || '"', 'null'),
             ',"user_stance_is_outdated":', coalesce((s.version_no < c.counted_from_version)::text, 'null'),
             ',"user_stance_version":', coalesce(
               case when s.version_no > 0 then stance_version(b.bill_id, s.version_no) end::text, 'null'),
             ',"current_version_counts":', case when c.counted_from_version = 0
               then json_build_object('support_count', n.support_count, 'oppose_count', n.oppose_count,
                      'neutral_count', n.neutral_count, 'learning_count', n.learning_count)
               else current_version_counts(c) end,
             ',"is_bookmarked":', (k.user_id is not null)::text,
             ',"is_local":', coalesce(b.government_level = 'local' and b.jurisdiction = viewer_city, false)::text,
             ',"own_sponsor":' || to_json(own_sponsor_office(b.bill_id, viewer))::text),
           case when is_sponsored_by_own(b.bill_id, viewer) then shown_sponsorships(b.bill_id, viewer)::text end
      from bills b
      join bill_counters c using (bill_id)
      join current_bill_counts n using (bill_id)
      left join bill_parts p using (bill_id)
      left join shown_sections t using (bill_id)
      left join stances s on s.bill_id = b.bill_id and s.user_id = viewer
      left join bookmarks k on k.bill_id = b.bill_id and k.user_id = viewer
     cross join lateral (
       select case when p.bill_id is not null then concat_ws(' ', b.xmin, p.xmin, t.xmin, c.version_no, c.text_version_no,
         case when c.version_no > 0 or c.text_version_no > 0 then (
           select string_agg(v.xmin::text, ' ' order by v.version_no) from bill_versions v
            where v.bill_id = b.bill_id and v.version_no in (c.version_no, c.text_version_no)) end,
         case when c.text_version_no > 0 then (
           select x.xmin from bill_version_texts x
            where x.bill_id = b.bill_id and x.version_no = c.text_version_no) end) end as version) said
     where b.bill_id = wanted_bill;
end $$;
