select path from bills where bill_id = $1
