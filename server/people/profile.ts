import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { updateProfile as updateProfileEndpoint } from '../../contract/people.ts'
import { startEmailChange } from '../accounts/email/emailChange.ts'
import type { AccountRules } from '../accounts/rules.ts'
import { isUsernameTaken, reservedDays } from '../accounts/usernames.ts'
import type { Member } from '../http/route.ts'
import { recordAction } from '../kit/audit.ts'
import { countAttempts, type LimitRule } from '../kit/limits.ts'
import type { AddressMatch } from '../places/addressMatch.ts'
import { saveResidence, clearResidence } from '../places/residence.ts'
import { violatedConstraint, type Db } from '../postgres/db.ts'

// Each name given up is kept from everybody else for half a year, so nobody may collect them.
const renames: LimitRule = { rule: 'rename', attempts: 5, seconds: 24 * 60 * 60 }

/**
 * Changes what was sent and leaves the rest. Empty clears the bio and the address. Another username holds at once and
 * the old one stays reserved; another email waits for its link (R23).
 * @param found where the address lies, when one was sent
 */
export async function updateProfile(
  db: Db,
  me: Member,
  input: ParsedOf<typeof updateProfileEndpoint>,
  rules: AccountRules,
  found: AddressMatch | null,
): Promise<void> {
  const { full_name, username, email, bio, address } = input
  if ([full_name, username, email, bio, address].every((one) => one === undefined)) {
    refuse('nothing_to_update')
  }
  const [held] = await db<{ username: string }[]>`
    select username from users where user_id = ${me.user_id} for no key update`
  if (!held) refuse('session_expired')

  if (username !== undefined) await rename(db, me, held.username, (username ?? '').trim(), rules)
  if (email !== undefined) await startEmailChange(db, me, email ?? '', rules)
  if (full_name !== undefined) {
    await db`update users set full_name = ${(full_name ?? '').trim()} where user_id = ${me.user_id}`
  }
  if (bio !== undefined) {
    await db`update users set bio = ${(bio ?? '').trim() || null} where user_id = ${me.user_id}`
  }
  if (address !== undefined) await moveTo(db, me, (address ?? '').trim() || null, found)
}

async function rename(db: Db, me: Member, from: string, to: string, rules: AccountRules): Promise<void> {
  if (to === from) return
  if (await isUsernameTaken(db, to, me.user_id)) refuse('username_taken')
  if (rules.rateLimits) await countAttempts(db, [{ rule: renames, subject: me.user_id }])
  await db`update users set username = ${to} where user_id = ${me.user_id}`.catch(asTaken)
  await recordAction(db, { act: 'username_changed', user_id: me.user_id })
  await db`delete from former_usernames where username_key = lower(${to})`
  // A change of capitals only gives nothing up.
  if (to.toLowerCase() === from.toLowerCase()) return
  await db`
    insert into former_usernames (username, user_id, reserved_until)
    values (${from}, ${me.user_id}, now() + make_interval(days => ${reservedDays}))
    on conflict (username_key) do update set username = excluded.username, user_id = excluded.user_id,
       reserved_until = excluded.reserved_until`
}

/** Another address is another home; what was known or chosen of the same one stays (R27). */
async function moveTo(db: Db, me: Member, address: string | null, found: AddressMatch | null): Promise<void> {
  const [before] = await db<{ address: string | null; is_settled: boolean }[]>`
    select address, ocd_city_id is not null
           or exists (select from residences where user_id = ${me.user_id}) as is_settled
      from users where user_id = ${me.user_id}`
  const isSame = before?.address === address
  if (isSame && before?.is_settled) return
  await db`update users set address = ${address} where user_id = ${me.user_id}`
  if (!isSame) await recordAction(db, { act: 'address_changed', user_id: me.user_id })
  if (address === null || !found) await clearResidence(db, me.user_id)
  else await saveResidence(db, me.user_id, found, isSame)
}

// Two people wanting one name at the same moment: the unique index decides.
function asTaken(error: unknown): never {
  if (violatedConstraint(error) === 'users_username_key') refuse('username_taken')
  throw error
}
