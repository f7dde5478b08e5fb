select (select coalesce(json_agg(version_json(v, c.version_no)::jsonb || jsonb_build_object('counts', json_build_object(
                 'support_count', coalesce(k.support_count, 0), 'oppose_count', coalesce(k.oppose_count, 0),
                 'neutral_count', coalesce(k.neutral_count, 0), 'learning_count', coalesce(k.learning_count, 0)))
                 order by v.ordinal desc), '[]')
          from bill_versions v
          left join current_version_totals k on k.bill_id = v.bill_id and k.version_no = v.version_no
         where v.bill_id = c.bill_id) as versions,
       (select json_build_object(
                 'support_count', counted.support_count - coalesce(sum(k.support_count), 0),
                 'oppose_count', counted.oppose_count - coalesce(sum(k.oppose_count), 0),
                 'neutral_count', counted.neutral_count - coalesce(sum(k.neutral_count), 0),
                 'learning_count', counted.learning_count - coalesce(sum(k.learning_count), 0))
          from current_version_totals k where k.bill_id = c.bill_id) as unversioned_counts
  from bill_counters c join current_bill_counts counted using (bill_id) where c.bill_id = $1
