-- The counts of the one vote of a chamber on that day, such as "37-5". Null if there was none or more than one.
create function reached_votes(wanted_bill uuid, reached_on date) returns text language plpgsql stable as $$
begin
  return (select case when count(*) = 1 then max(v.yes_count || '-' || v.no_count) end
            from bill_last_votes l join vote_events v on v.vote_event_id = l.vote_event_id
           where l.bill_id = wanted_bill and l.voted_on = reached_on);
end $$;

-- The divisions of those who sponsor a bill first and are in office, with their titles. Null if there are none. A list says of a
-- bill that it is by an own representative.
create function sponsor_offices(wanted_bill uuid) returns jsonb language sql stable parallel safe
  return (select jsonb_object_agg(t.division, t.title)
            from bill_sponsorships s join representative_terms t using (rep_id)
           where s.bill_id = wanted_bill and s.classification = 'primary' and s.withdrawn_on is null
             and covers_day(t.valid_from, t.valid_to, current_date));

-- The bills as lists show them to everybody. `version` changes with every update of the row of the bill. The columns from
-- `bill_code` to `path` depend on this row only so that servers keep them in memory. Lists shorten long titles and summaries.
create view listed_bills as
  select b.bill_id, b.xmin::text as version,
         b.bill_code, left(b.title, 301) as title, left(b.summary, 501) as summary, b.topics, b.government_level,
         b.jurisdiction, b.status, b.created_at, b.source_url, shown_dots(b.progress_dots, b.ended_by) as progress_dots, b.path,
         b.progress_reached_on::text as reached_on, b.progress_final as final_words,
         b.feed_rank = 2 as is_example,
         shown_line(b.progress_reached, b.progress_next, b.ended_by,
           hides_next(b.ended_by, b.session_ended, b.latest_action_at, day.checked_on)) as progress_line,
         day.checked_on, c.support_count, c.oppose_count, c.neutral_count, c.learning_count, c.discussion_count,
         c.activity_score, voted.has_votes,
         -- A bill without activity has no new comments, so most bills need no count, and others are counted up to 1,000.
         case when c.activity_score > 0 then (
           select count(*)::int from (
             select from bill_comments m
              where m.bill_id = b.bill_id and m.is_live and m.created_at > now() - interval '7 days' limit 1000) counted)
         else 0 end as new_comments,
         case when voted.has_votes then reached_votes(b.bill_id, b.progress_reached_on) end as reached_votes,
         sponsor_offices(b.bill_id) as sponsor_offices
    from bills b
    join current_bill_counts c on c.bill_id = b.bill_id
    left join source_checks k on k.source_family = b.source_family and k.jurisdiction = b.jurisdiction
   cross join lateral (
     select last_checked_on(b.source_checked_at, k.covered_from, k.checked_at) as checked_on) day
   cross join lateral (
     select exists (select from bill_last_votes l where l.bill_id = b.bill_id) as has_votes) voted;
comment on view listed_bills is 'Bills as lists show them to everybody, with their current counts.';
