-- Groups are called what the gazetteer calls their division; where it does not hold it the id says the name.
alter function division_name(text) rename to division_name_by_id;

create function division_name(division text) returns text language sql stable parallel safe
  return coalesce((select d.name from divisions d where d.division = division_name.division),
                  division_name_by_id(division));
