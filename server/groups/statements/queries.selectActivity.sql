select g.group_id, g.group_name, p.post_id,
       left(line, $1) as post_title, length(line) > $2 as title_is_cut,
       p.created_at
  from (select newest.post_id from group_follows f
         cross join lateral (
           select post_id, created_at from group_posts
            where group_id = f.group_id and deleted_at is null and hidden_at is null
              and user_id is distinct from f.user_id and (user_id in (select m.muted_id from mutes m where m.user_id = $3)) is not true
            order by created_at desc, post_id limit 21) newest
         where f.user_id = $4
         order by newest.created_at desc, newest.post_id limit 21) page
  join group_posts p using (post_id) join groups g on g.group_id = p.group_id
 cross join lateral split_part(replace(p.content, E'\r', E'\n'), E'\n', 1) line
 order by p.created_at desc, p.post_id
