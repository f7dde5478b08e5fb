select source_id from bills where source_id = any($1)
