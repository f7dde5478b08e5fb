-- Groups of jurisdictions: their members, their posts, and the counters of both.

-- The order of groups by place: the nation, then the states by name, each followed by its counties and places by name.
create function group_place_order(division text, type text, name text) returns text language sql immutable parallel safe
  return case when type = 'country' then '00'
              else lpad(coalesce(array_position(
                string_to_array('al ak as az ar ca co ct de dc fl ga gu hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd mp oh ok or pa pr ri sc sd tn tx vi ut vt va wa wv wi wy', ' '),
                substring(division from '^ocd-division/country:us/(?:state|district|territory):([a-z]{2})')), 99)::text, 2, '0')
         end || array_position(array['country', 'state', 'county', 'place'], type) || ' ' || lower(name);

create table groups (
  group_id uuid not null default gen_random_uuid() constraint groups_pkey primary key,
  group_name text not null constraint groups_group_name_check check (char_length(group_name) between 1 and 200),
  description text not null default ''
    constraint groups_description_check check (char_length(description) <= 2000),
  government_level government_level not null,
  group_type text not null
    constraint groups_group_type_check check (group_type in ('country', 'state', 'county', 'place')),
  -- Residents of this division are members and may post.
  jurisdiction ocd_division not null,
  follower_count counter not null default 0,
  -- All posts in the feed, and those of them that are neither deleted nor hidden.
  post_count counter not null default 0,
  live_post_count int not null default 0,
  -- The time of the newest post or comment that is neither deleted nor hidden.
  last_activity_at timestamptz,
  created_at timestamptz not null default now(),
  place_order text collate "C" not null
    generated always as (group_place_order(jurisdiction, group_type, group_name)) stored,
  constraint groups_live_post_count_check check (live_post_count between 0 and post_count)
) with (fillfactor = 70);
comment on table groups is 'One group per jurisdiction, and more groups that operators imported.';
create index groups_most_active
  on groups (coalesce(last_activity_at, '-infinity'::timestamptz) desc, group_name, group_id);
comment on index groups_most_active is 'The list of all groups, most recently active first.';
create index groups_level
  on groups (government_level, coalesce(last_activity_at, '-infinity'::timestamptz) desc, group_name, group_id);
comment on index groups_level is 'The list of groups filtered by level of government.';
create index groups_type
  on groups (group_type, coalesce(last_activity_at, '-infinity'::timestamptz) desc, group_name, group_id);
comment on index groups_type is 'The list of groups filtered by type.';
create index groups_by_place on groups (place_order, group_id);
comment on index groups_by_place is 'The list of all groups by place.';
create index groups_by_place_level on groups (government_level, place_order, group_id);
comment on index groups_by_place_level is 'The list of groups by place, filtered by level of government.';
create index groups_by_place_type on groups (group_type, place_order, group_id);
comment on index groups_by_place_type is 'The list of groups by place, filtered by type.';
create index groups_jurisdiction on groups (jurisdiction);
comment on index groups_jurisdiction is 'The groups of a division, for members who move there.';

create table group_totals (
  government_level government_level not null,
  group_type text not null,
  group_count counter not null,
  constraint group_totals_pkey primary key (government_level, group_type)
);
comment on table group_totals is 'How many groups match each combination of filters.';

-- Membership ----------------------------------------------------------------------------------------------------------

create table group_follows (
  user_id uuid not null constraint group_follows_user_id_fkey references users on delete cascade,
  group_id uuid not null constraint group_follows_group_id_fkey references groups on delete cascade,
  -- True if the follow came with the member's address and ends with it, and false if the member pressed Follow. Others do not
  -- see it on the profile, because it says where the member lives.
  is_own_place boolean not null default false,
  created_at timestamptz not null default now(),
  constraint group_follows_pkey primary key (user_id, group_id)
);
comment on table group_follows is
  'Groups that members follow: those of their own city and state from the start, and any others that they choose.';

create table group_members (
  group_id uuid not null constraint group_members_group_id_fkey references groups on delete cascade,
  user_id uuid not null constraint group_members_user_id_fkey references users on delete cascade,
  is_resident boolean not null default false,
  is_follower boolean not null default false,
  -- Elected officials 0, community leaders 1, everybody else 2.
  rank smallint not null constraint group_members_rank_check check (rank between 0 and 2),
  -- Copied from the member so that one index returns any page of the list.
  sort_name text not null,
  is_shown boolean not null,
  constraint group_members_pkey primary key (group_id, user_id),
  constraint group_members_belongs_check check (is_resident or is_follower)
) with (fillfactor = 90);
comment on table group_members is
  'Each active member who lives in a group''s jurisdiction or follows the group, with the columns that order the list of members. Derived from member_divisions, group_follows and users; `hurd check` compares them.';
create index group_members_list on group_members (group_id, rank, sort_name, user_id) include (is_shown);
comment on index group_members_list is 'Pages of a group''s members.';
create index group_members_member on group_members (user_id);
comment on index group_members_member is 'The groups of one member, for changes of the account.';

create table group_member_counts (
  group_id uuid not null constraint group_member_counts_group_id_fkey references groups on delete cascade,
  shard smallint not null constraint group_member_counts_shard_check check (shard between 0 and 15),
  elected_officials counter not null default 0,
  community_leaders counter not null default 0,
  regular counter not null default 0,
  constraint group_member_counts_pkey primary key (group_id, shard)
) with (fillfactor = 50);
comment on table group_member_counts is
  'Members of each group by type. Sixteen rows per group, chosen by the last digit of the member''s id so that members who join at the same moment rarely wait for one another although everybody belongs to the national group.';

-- Posts and comments --------------------------------------------------------------------------------------------------

create table group_posts (
  post_id uuid not null default gen_random_uuid() constraint group_posts_pkey primary key,
  group_id uuid not null constraint group_posts_group_id_fkey references groups on delete cascade,
  -- Null once the author's account is deleted.
  user_id uuid constraint group_posts_user_id_fkey references users on delete set null,
  -- Null once the author has deleted the post.
  content text constraint group_posts_content_check check (char_length(content) between 1 and 5000),
  -- The language of the text, chosen by the author or recognized. Null without a text.
  language language_code,
  is_pinned boolean not null default false,
  like_count counter not null default 0,
  -- Comments that are neither deleted nor hidden and whose authors' accounts are not closed.
  comment_count counter not null default 0,
  -- First-level comments, including tombstones and hidden ones.
  thread_count counter not null default 0,
  deleted_at timestamptz,
  hidden_at timestamptz,
  -- The author's account is closed.
  is_closed boolean not null default false,
  is_live boolean not null generated always as (deleted_at is null and hidden_at is null and not is_closed) stored,
  created_at timestamptz not null default now(),
  -- Deletion erases the text, the likes and the pin.
  constraint group_posts_deleted_at_check
    check ((deleted_at is null) = (content is not null)
           and (deleted_at is null or (like_count = 0 and not is_pinned and language is null)))
) with (fillfactor = 80);
comment on table group_posts is 'Posts in groups.';
create index group_posts_age on group_posts (created_at);
comment on index group_posts_age is 'Counts the posts of a day.';
create index group_posts_feed on group_posts (group_id, is_pinned desc, created_at desc, post_id);
comment on index group_posts_feed is 'Pages of a group''s feed, pinned posts first.';
create index group_posts_live on group_posts (group_id, created_at desc, post_id) include (user_id)
  where is_live;
comment on index group_posts_live is 'The newest posts of the groups a member follows, and a group''s last activity.';
create index group_posts_author on group_posts (user_id, group_id);
comment on index group_posts_author is 'The posts of one member. Also supports the foreign key.';

create table group_likes (
  post_id uuid not null constraint group_likes_post_id_fkey references group_posts on delete cascade,
  user_id uuid not null constraint group_likes_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint group_likes_pkey primary key (post_id, user_id)
);
comment on table group_likes is 'Likes of group posts.';
create index group_likes_member on group_likes (user_id, post_id);
comment on index group_likes_member is 'The likes of one member, for account deletion and the data export.';

create table group_comments (
  comment_id uuid not null default gen_random_uuid() constraint group_comments_pkey primary key,
  post_id uuid not null constraint group_comments_post_id_fkey references group_posts on delete cascade,
  -- Copied from the post so that one index finds the newest comments of a group.
  group_id uuid not null constraint group_comments_group_id_fkey references groups on delete cascade,
  parent_comment_id uuid constraint group_comments_parent_comment_id_fkey references group_comments on delete cascade,
  depth smallint not null default 1 constraint group_comments_depth_check check (depth between 1 and 3),
  -- Null once the author's account is deleted.
  user_id uuid constraint group_comments_user_id_fkey references users on delete set null,
  -- Null once the author has deleted the comment.
  content text constraint group_comments_content_check check (char_length(content) between 1 and 500),
  -- The language of the text, chosen by the author or recognized. Null without a text.
  language language_code,
  -- Direct replies, including tombstones and hidden ones.
  reply_count counter not null default 0,
  deleted_at timestamptz,
  hidden_at timestamptz,
  -- The author's account is closed.
  is_closed boolean not null default false,
  is_live boolean not null generated always as (deleted_at is null and hidden_at is null and not is_closed) stored,
  created_at timestamptz not null default now(),
  constraint group_comments_reply_depth_check check ((parent_comment_id is null) = (depth = 1)),
  constraint group_comments_deleted_at_check
    check ((deleted_at is null) = (content is not null) and (deleted_at is null or language is null))
) with (fillfactor = 90);
comment on table group_comments is 'Comments on group posts and replies to them, three levels deep.';
create index group_comments_age on group_comments (created_at);
comment on index group_comments_age is 'Counts the comments of a day.';
create index group_comments_threads on group_comments (post_id, depth, created_at, comment_id);
comment on index group_comments_threads is 'Pages of a post''s threads by date. Also supports the foreign key.';
create index group_comments_replies on group_comments (parent_comment_id, created_at, comment_id);
comment on index group_comments_replies is 'The replies to a comment by date. Also supports the foreign key.';
create index group_comments_live on group_comments (group_id, created_at desc)
  where is_live;
comment on index group_comments_live is 'A group''s last activity.';
create index group_comments_author on group_comments (user_id, created_at desc);
comment on index group_comments_author is 'The comments of one member, for the data export and for account deletion.';
