select secret from instance_secrets where name = $1
