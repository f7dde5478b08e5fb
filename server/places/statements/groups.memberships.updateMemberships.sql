select update_memberships($1)
