select bill_cards($1, $2, $3::uuid[], null)
