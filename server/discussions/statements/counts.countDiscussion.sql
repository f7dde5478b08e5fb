select discussion_count from bill_counters where bill_id = $1
