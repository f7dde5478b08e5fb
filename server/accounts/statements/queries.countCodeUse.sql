update access_codes set uses = uses + 1 where code = $1
