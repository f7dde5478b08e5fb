import type { User } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { usernameIsTaken } from './usernames.ts'

/** Selects the caller's own account, including fields that other members never see. */
export async function selectUser(db: Db, user_id: string): Promise<User | undefined> {
  const [user] = await db<User[]>`
    select user_id as "userId", email, username, full_name as "fullName", full_name,
           email_verified_at is not null as "emailVerified", ocd_city_id,
           engagement_level(total_stances, total_comments, follower_count) as engagement_level,
           account_status as "accountStatus", profile_picture_url as "profilePictureUrl",
           total_stances as "totalStances", total_comments as "totalComments",
           (total_stances + 2 * total_comments + 0.5 * follower_count)::float8 as "totalActivityPoints",
           follower_count as "followerCount", bio, address, pending_email as "pendingEmail", language,
           member_type = 'elected_official' and exists (
             select from official_accounts o
              where o.user_id = users.user_id and (o.valid_to is null or o.valid_to > current_date)) as "isOfficial",
           is_label_hidden as "isLabelHidden",
           (select role from operator_roles r where r.user_id = users.user_id) as "operatorRole",
           welcome_progress(user_id) as welcome
      from users where user_id = ${user_id}`
  return user
}

type Credentials = {
  user_id: string
  password_hash: string
  account_status: 'active' | 'inactive' | 'suspended'
  has_second_factor: boolean
  has_app: boolean
  has_passkeys: boolean
}

/** Selects what a sign-in checks. A closed account is unknown. */
export async function selectCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  const [row] = await db<Credentials[]>`
    select u.user_id, password_hash, account_status, f.user_id is not null as has_second_factor,
           f.sealed_secret is not null as has_app,
           exists (select from passkeys p where p.user_id = u.user_id) as has_passkeys
      from users u left join second_factors f using (user_id)
     where email = ${email} and account_status <> 'closed'`
  return row
}

type OwnCredentials = { username: string; full_name: string; email: string; password_hash: string }

/** Selects the password hash, and the names that a new password must not contain. */
export async function selectCredentialsOf(db: Db, user_id: string): Promise<OwnCredentials | undefined> {
  const [row] = await db<OwnCredentials[]>`
    select username, full_name, email, password_hash from users where user_id = ${user_id}`
  return row
}

/**
 * Returns which of the two is taken, ignoring case. The username is checked first. Recently changed usernames stay
 * taken.
 */
export async function selectTaken(
  db: Db,
  username: string,
  email: string,
): Promise<'username' | 'email' | null> {
  const [row] = await db<{ username: boolean; email: boolean }[]>`
    select ${usernameIsTaken(db, username, null)} as username,
           ${emailIsTaken(db, email, null)} as email`
  if (row?.username) {
    return 'username'
  }
  return row?.email ? 'email' : null
}

/** Returns true if another member has this email address. */
export async function isEmailTaken(db: Db, email: string, user_id: string): Promise<boolean> {
  const [row] = await db<{ is_taken: boolean }[]>`select ${emailIsTaken(db, email, user_id)} as is_taken`
  return row?.is_taken ?? false
}

/**
 * An address is taken as long as "This was not me" can restore it to its former account, even if that account is closed and can
 * be opened again. The address of a closed account is taken too.
 */
function emailIsTaken(db: Db, email: string, user_id: string | null) {
  return db`(
    exists (select from users where email = ${email} and user_id is distinct from ${user_id}::uuid)
    or exists (select from email_links l left join closed_accounts c using (user_id)
                where l.purpose = 'undo' and l.email = ${email} and l.used_at is null and l.was_verified_at is not null
                  and (l.expires_at > now() or l.expires_at > c.closed_at)
                  and user_id is distinct from ${user_id}::uuid))`
}

export type NewUser = {
  full_name: string
  username: string
  email: string
  address: string | null
  access_code: string | null
  password_hash: string
  language: string
}

export async function insertUser(db: Db, user: NewUser): Promise<string> {
  const [row] = await db<{ user_id: string }[]>`insert into users ${db(user)} returning user_id`
  return row!.user_id
}
