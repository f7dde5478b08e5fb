with seats as materialized (
  select 'us/house' as organization, d.division, d.seats::int
    from district_maps m join district_map_divisions d using (map_id)
   where m.organization = 'us/house' and covers_day(m.valid_from, m.valid_to, $1::date)
  union all
  select 'us/senate', division, 2 from divisions
   where kind = 'state' and division like 'ocd-division/country:us/state:%'),
filled as materialized (
  select t.organization, t.division, count(distinct t.rep_id)::int as members from representative_terms t
   where t.organization in ('us/house', 'us/senate') and covers_day(t.valid_from, t.valid_to, $2::date)
   group by 1, 2),
known as (
  select s.organization from seats s left join filled f using (organization, division)
   group by 1 having coalesce(sum(f.members), 0) >= sum(s.seats) * $3::float8)
select s.organization, s.division,
       coalesce(v.vacant_from, (
         select max(t.valid_to) from representative_terms t
          where t.organization = s.organization and t.division = s.division and t.valid_to <= $4::date)) as since,
       v.special_election_on
  from seats s
  left join filled f using (organization, division)
  left join seat_vacancies v
    on v.organization = s.organization and v.division = s.division and (v.vacant_from is null or v.vacant_from <= $5::date)
 where coalesce(f.members, 0) < s.seats
   and s.organization in (select organization from known)
   and ($6::bool or s.division = any($7::text[]))
 order by s.organization, s.division
