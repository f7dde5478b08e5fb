select topic_bill_count($1) as bill_count
