-- Where each member lives, as far as it is certain: country, state, county, place, congressional and legislative
-- districts as OCD ids. A division that is only possible is never here. Everything finer than the place in
-- users.ocd_city_id is for the member alone.
create table member_divisions (
  user_id uuid not null references users (user_id) on delete cascade,
  division text not null check (division ~ '^ocd-division/country:us(/|$)'),
  primary key (user_id, division)
);

-- Who lives in a division: the members of its group.
create index member_divisions_division on member_divisions (division, user_id);
