select report_id from reports
 where reporter_id = $1 and target_type = $2 and target_id = $3
