update users set
  public_profile = coalesce($1, public_profile),
  public_stances = coalesce($2::bool, public_stances),
  public_comments = coalesce($3, public_comments),
  allow_follow = coalesce($4, allow_follow)
 where user_id = $5
