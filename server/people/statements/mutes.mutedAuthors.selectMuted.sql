select m.muted_id as user_id, m.kind as muted from mutes m where m.user_id = $1
