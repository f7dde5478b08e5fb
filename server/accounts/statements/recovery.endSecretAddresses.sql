select end_feed_addresses($1) as ended
