select bill from bill_cards($1, $2, $3::uuid[], null) order by page_row
