-- Finds whose picture a stored file is: one that is nobody's is let go.
create index users_picture on users (profile_picture_url) where profile_picture_url is not null;
