select text_version_no from bill_counters where bill_id = $1
