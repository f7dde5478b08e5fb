select bills, total, next_page
  from list_bills(
    $1, $2, $3, $4,
    $5, $6::text[], $7::bool,
    $8, $9::bool, $10::float8, $11::timestamptz,
    $12::uuid, $13, $14)
