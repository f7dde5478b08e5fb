import { forgotPasswordPath } from '#contract/accounts/accounts.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { emailSecondFactorNotice } from '#server/members/accounts/secondFactor/notice.ts'
import { newLinkToken } from '#server/members/accounts/signIn/tokens.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { emailMember } from '#server/platform/mail/outbox.ts'
import { restoredNotice } from '#server/platform/mail/securityTemplates.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { type EndedRight, endedRights, type LedgerEntry } from './ledger.ts'
import type { LedgerKeys } from './ledgerKeys.ts'

/** How many rights of each kind a replay ended, and the members whose roles must be granted again. */
export type ReplayedRights = Record<EndedRight, number> & {
  roles: string[]
  /** How many members are without two-step sign-in now, which they had in the backup or turned on after it. */
  without_second_factor: number
}

const batch = 1_000
const validDays = 7

/**
 * Ends the rights that ended after the backup and that the restored database has again. A member whose password changed
 * after the backup must set a new one, because the restored password may be the one that was stolen.
 */
export async function endRights(
  pool: Pool,
  entries: readonly LedgerEntry[],
  keys: LedgerKeys,
  publicOrigin: string,
): Promise<ReplayedRights> {
  const noPassword = await hashPassword(newLinkToken())
  const members = await findSubjects(pool, 'users', entries, keys)
  const apiKeys = await findSubjects(pool, 'api_keys', entries, keys)
  const passkeys = await findSubjects(pool, 'passkeys', entries, keys)
  const subjectsOf = (event: LedgerEntry['event']) => {
    const ids = event === 'api_key' ? apiKeys : event === 'passkey' ? passkeys : members
    return entries.flatMap((entry) => (entry.event === event ? (ids.get(entry.account_hash) ?? []) : []))
  }
  return pool.begin(async (db) => {
    const roles = await selectOperators(db, subjectsOf('role'))
    const inBackup = await db<{ user_id: string }[]>`select user_id from second_factors`
    const ended: [EndedRight, number][] = []
    for (const right of endedRights) {
      const subjects = subjectsOf(right)
      const [row] = await db<{ ended: number }[]>`
        select end_restored_right(${right}, ${subjects}::uuid[], ${noPassword})::int as ended`
      ended.push([right, row!.ended])
    }
    await emailOwners(db, subjectsOf('password'), publicOrigin)
    const hadFactor = [...inBackup.map(({ user_id }) => user_id), ...subjectsOf('second_factor_on')]
    const without = await db<{ user_id: string }[]>`
      select user_id from users where user_id = any (${hadFactor}::uuid[])
         and not exists (select from second_factors f where f.user_id = users.user_id)`
    for (const { user_id } of without) {
      await emailSecondFactorNotice(db, user_id, 'off_after_restore', { origin: publicOrigin })
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop has counted every right
    const counts = Object.fromEntries(ended) as Record<EndedRight, number>
    return { ...counts, roles, without_second_factor: without.length }
  })
}

/** Returns the ids in a table whose hashes the entries contain, by hash. */
async function findSubjects(
  pool: Pool,
  table: 'users' | 'api_keys' | 'passkeys',
  entries: readonly LedgerEntry[],
  keys: LedgerKeys,
): Promise<Map<string, string>> {
  const accountHashes = new Set(entries.map(({ account_hash }) => account_hash))
  const idByHash = new Map<string, string>()
  if (accountHashes.size === 0) return idByHash
  const id = pool.unsafe({ users: 'user_id', api_keys: 'key_id', passkeys: 'passkey_id' }[table])
  for (let after: string | null = null; ;) {
    const rows: { id: string }[] = await pool<{ id: string }[]>`
      select ${id} as id from ${pool(table)} where ${after}::uuid is null or ${id} > ${after} order by ${id} limit ${batch}`
    for (const row of rows) {
      for (const key of keys.values()) {
        const hash = key.hash(row.id)
        if (accountHashes.has(hash)) idByHash.set(hash, row.id)
      }
    }
    after = rows.at(-1)?.id ?? null
    if (rows.length < batch) return idByHash
  }
}

async function selectOperators(db: Db, user_ids: string[]): Promise<string[]> {
  const rows = await db<{ username: string }[]>`
    select username from operator_roles join users using (user_id) where user_id = any (${user_ids}::uuid[])
     order by username`
  return rows.map(({ username }) => username)
}

async function emailOwners(db: Db, user_ids: string[], publicOrigin: string): Promise<void> {
  const owners = await db<{ user_id: string; username: string; email: string }[]>`
    select user_id, username, email from users where user_id = any (${user_ids}::uuid[])`
  for (const { user_id, username, email } of owners) {
    await emailMember(db, user_id, {
      template: restoredNotice(username, {
        forgotPage: publicOrigin + forgotPasswordPath,
        origin: publicOrigin,
      }),
      purpose: 'password_notice',
      to: email,
      validMinutes: validDays * 24 * 60,
    })
  }
}

/** Returns what the operator reads about the rights that a replay ended, one line each. */
export function describeRights(rights: ReplayedRights): string[] {
  const { password, api_key, addresses, role, roles, second_factor, app, passkey, recovery_codes } = rights
  const { without_second_factor } = rights
  const secondSteps = second_factor + app + passkey
  const lines = [
    password > 0 &&
      `${countedNoun(password, 'password')} changed after the backup. The members must set a new one and get an email.`,
    api_key + addresses > 0 &&
      `Ended again: ${countedNoun(api_key, 'API key')}, ${countedNoun(addresses, 'member')} with secret feed addresses.`,
    role > 0 &&
      `Roles ended again: ${roles.map((name) => `@${name}`).join(', ')}. Grant those that are still wanted.`,
    secondSteps > 0 && `Removed again: ${countedNoun(secondSteps, 'second step')} (apps and passkeys).`,
    recovery_codes > 0 && `Ended again: ${countedNoun(recovery_codes, 'recovery code')}.`,
    without_second_factor > 0 &&
      `Two-step sign-in is off for ${countedNoun(without_second_factor, 'member')} who had it. They get an email.`,
  ]
  return lines.filter((line) => line !== false)
}
