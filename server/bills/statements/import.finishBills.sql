select bill_id from bills where source_id = any($1::text[])
