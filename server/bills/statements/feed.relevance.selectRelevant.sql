select bills, total, next_page
  from list_relevant_bills(
    $1, $2, $3, $4,
    $5, $6::text[], $7::bool,
    $8::bool, $9, $10::timestamptz, $11::uuid, $12, $13)
