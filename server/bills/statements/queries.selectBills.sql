select bills, total, next_page
  from list_bills(
    $1, $2, $3, $4,
    $5, $6::text[], $7::bool,
    $8::bool, $9, $10::bool, $11::float8, $12::timestamptz,
    $13::uuid, $14, $15)
