-- Who is in office and may answer messages.

-- True if somebody is in office today. An official's account can answer and publish statements only during that time.
create function is_in_office(of_rep text) returns boolean language sql stable parallel safe
  return exists (
    select from representative_terms
     where rep_id = of_rep and (valid_from is null or valid_from <= current_date)
       and (valid_to is null or valid_to > current_date));
