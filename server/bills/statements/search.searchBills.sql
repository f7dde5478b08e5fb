select bills, total, next_position, next_bill
  from search_bills(
    $1, $2, $3::text[], $4,
    $5, $6, $7, $8::text[],
    $9::bool, $10, $11,
    $12, $13, $14, $15)
