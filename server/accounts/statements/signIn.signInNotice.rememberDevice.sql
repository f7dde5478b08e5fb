with known as (select count(*) as devices from known_devices where user_id = $1)
insert into known_devices (user_id, device_hash) values ($2, …)
on conflict (user_id, device_hash) do update set last_seen_at = now()
returning xmax = 0 and (select devices from known) > 0 as is_new
