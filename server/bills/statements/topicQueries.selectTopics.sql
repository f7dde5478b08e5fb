select t.topic, sum(t.bill_count)::int as bill_count, f.user_id is not null as is_following
  from bill_totals t left join topic_follows f on f.topic = t.topic and f.user_id = $1
 where t.topic <> '' group by t.topic, f.user_id having sum(t.bill_count) > 0
 order by bill_count desc, t.topic
