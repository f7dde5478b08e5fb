select b.path, b.bill_code, left(b.title, 400) as title, b.government_level, b.jurisdiction, b.status, b.source_name,
       b.source_url, bill_line(b) as progress_line, bill_checked_on(b)::text as checked_on,
       (select bill_progress(b, p.page -> 'progress') -> 'stages' from bill_parts p where p.bill_id = b.bill_id) as stages,
       next_event(b.bill_id, b.status) as next_event,
       (select json_build_object('support', a.support, 'oppose', a.oppose, 'neutral', a.neutral,
                 'learning', a.learning, 'total', a.total, 'released_on', a.released_on)
          from stance_aggregates a
         where a.bill_id = b.bill_id and a.division = 'ocd-division/country:us' and not a.is_withheld) as counts
  from bills b
 where b.bill_id = $1
