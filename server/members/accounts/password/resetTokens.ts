import { digest } from '#server/members/accounts/signIn/tokens.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** The number of minutes for which a reset link works, by the database's clock. */
export const resetMinutes = 60

/** Locks the account with this address so that it cannot be deleted before the commit. Suspended and closed accounts are excluded. */
export async function lockResettableAccount(db: Db, email: string): Promise<string | null> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id from users where email = ${email} and account_status in ('active', 'inactive') for key share`
  return row?.user_id ?? null
}

/** Replaces the member's reset token. If `user_id` is null, the same statement runs and writes nothing. */
export async function saveResetToken(
  db: Db,
  user_id: string | null,
  email: string,
  token: string,
): Promise<void> {
  await db`
    insert into reset_tokens (user_id, token_hash, email, expires_at)
    select account.user_id, ${digest(token)}, ${email}, now() + make_interval(mins => ${resetMinutes})
      from (select ${user_id}::uuid as user_id) account
     where account.user_id is not null
    on conflict (user_id) do update set token_hash = excluded.token_hash, email = excluded.email,
       created_at = excluded.created_at, expires_at = excluded.expires_at`
}

export async function selectResetAccount(
  db: Db,
  token: string,
): Promise<{ user_id: string; username: string; email: string; full_name: string } | undefined> {
  const [row] = await db<{ user_id: string; username: string; email: string; full_name: string }[]>`
    select u.user_id, u.username, u.email, u.full_name from reset_tokens r join users u using (user_id)
     where r.token_hash = ${digest(token)} and r.expires_at > now()
       and u.email = r.email and u.account_status in ('active', 'inactive')`
  return row
}

/** Returns false if a concurrent request has already used the token. Requires the lock of `lockAddresses`. */
export async function consumeResetToken(db: Db, token: string): Promise<boolean> {
  const { count } = await db`
    delete from reset_tokens r using users u
     where r.user_id = u.user_id and r.token_hash = ${digest(token)} and r.expires_at > now()
       and u.email = r.email and u.account_status in ('active', 'inactive')`
  return count === 1
}

export async function deleteResetToken(db: Db, user_id: string): Promise<void> {
  await db`delete from reset_tokens where user_id = ${user_id}`
}

export async function savePassword(db: Db, user_id: string, password_hash: string): Promise<void> {
  await db`update users set password_hash = ${password_hash} where user_id = ${user_id}`
}

/** Returns false if the password has changed since it was checked. */
export async function replacePassword(
  db: Db,
  user_id: string,
  checkedHash: string,
  password_hash: string,
): Promise<boolean> {
  const { count } = await db`
    update users set password_hash = ${password_hash} where user_id = ${user_id} and password_hash = ${checkedHash}`
  return count === 1
}
