select b.path, b.bill_code, left(b.title, 400) as title, b.government_level, b.jurisdiction, b.status, b.source_name,
       b.progress_line, b.ended_by,
       (select p.progress -> 'stages' from bill_parts p where p.bill_id = b.bill_id) as stages,
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
  order by e.names_bill desc limit 1) as next_event,
       (select json_build_object('support', a.support, 'oppose', a.oppose, 'neutral', a.neutral,
                 'learning', a.learning, 'total', a.total, 'released_on', a.released_on)
          from stance_aggregates a
         where a.bill_id = b.bill_id and a.division = 'ocd-division/country:us' and not a.is_withheld) as counts
  from bills b
 where b.bill_id = $1
