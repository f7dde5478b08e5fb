select version_json(v, c.version_no) as version
  from bill_versions v join bill_counters c using (bill_id)
 where v.bill_id = $1
 order by v.ordinal desc
