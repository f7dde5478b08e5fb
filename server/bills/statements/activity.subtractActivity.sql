with counters as materialized (
  select bill_id from bill_counters where bill_id = $1 for no key update),
that_day as (
  update bill_activity a set points = a.points - $2
    from counters where a.bill_id = counters.bill_id and a.day = ($3::timestamptz at time zone 'utc')::date
  returning a.bill_id)
update bill_counters c set activity_score = c.activity_score - $4
  from that_day where c.bill_id = that_day.bill_id
