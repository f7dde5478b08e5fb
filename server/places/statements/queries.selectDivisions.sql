select division, kind, name from divisions where division = any($1::text[])
