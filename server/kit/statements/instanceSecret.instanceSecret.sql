insert into instance_secrets (name, secret) values ($1, …) on conflict do nothing

select secret from instance_secrets where name = $1
