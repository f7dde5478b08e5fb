import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { updateProfile as updateProfileEndpoint } from '#contract/people.ts'
import type { AddressMatch } from '#server/legislation/places/addressMatch.ts'
import { updateMemberships } from '#server/legislation/places/groups/memberships.ts'
import { saveResidence, clearResidence } from '#server/legislation/places/residence.ts'
import { startEmailChange } from '#server/members/accounts/email/emailChange.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { refuseTaken } from '#server/members/accounts/takenNames.ts'
import { isUsernameTaken, reservedDays } from '#server/members/accounts/usernames.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { languages } from '#server/platform/language/catalogs.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import type { Db } from '#server/platform/postgres/db.ts'

// Every former username stays reserved for half a year, so the number of changes is limited.
const renameLimit: LimitRule = { rule: 'rename', attempts: 5, seconds: 24 * 60 * 60 }

/**
 * Changes the fields that were sent. An empty bio or address is removed. A new username takes effect immediately and the
 * old one stays reserved. A new email takes effect when its link is opened.
 * @param match the divisions of the address, if one was sent, or undefined if the address is saved already
 */
export async function updateProfile(
  db: Db,
  me: Member,
  input: ParsedOf<typeof updateProfileEndpoint>,
  rules: AccountRules,
  match: AddressMatch | null | undefined,
): Promise<void> {
  const { full_name, username, email, bio, address, language } = input
  if ([full_name, username, email, bio, address, language].every((field) => field === undefined)) {
    refuse('nothing_to_update')
  }
  const [account] = await db<{ username: string; full_name: string }[]>`
    select username, full_name from users where user_id = ${me.user_id} for no key update`
  if (!account) {
    refuse('session_expired')
  }

  if (username !== undefined) {
    await rename(db, me, account.username, (username ?? '').trim(), rules)
  }
  if (email !== undefined) {
    await startEmailChange(db, me, email ?? '', rules)
  }
  if (full_name !== undefined) {
    await changeFullName(db, me, account.full_name, (full_name ?? '').trim())
  }
  if (bio !== undefined) {
    await db`update users set bio = ${(bio ?? '').trim() || null} where user_id = ${me.user_id}`
  }
  if (language !== undefined && languages.some(({ code }) => code === language)) {
    await db`update users set language = ${language} where user_id = ${me.user_id}`
  }
  if (address !== undefined && match !== undefined) {
    await saveAddress(db, me, (address ?? '').trim() || null, match)
  }
}

async function rename(db: Db, me: Member, from: string, to: string, rules: AccountRules): Promise<void> {
  if (to === from) {
    return
  }
  if (await isUsernameTaken(db, to, me.user_id)) {
    refuse('username_taken')
  }
  if (rules.rateLimits) {
    await countAttempts(db, [{ rule: renameLimit, subject: me.user_id }])
  }
  await db`update users set username = ${to} where user_id = ${me.user_id}`.catch(refuseTaken)
  await recordAction(db, { action: 'username_changed', user_id: me.user_id })
  await hideLabel(db, me)
  await db`delete from former_usernames where username_key = lower(${to})`
  // If only the case changes, there is no former username to reserve.
  if (to.toLowerCase() === from.toLowerCase()) {
    return
  }
  await db`
    insert into former_usernames (username, user_id, reserved_until)
    values (${from}, ${me.user_id}, now() + make_interval(days => ${reservedDays}))
    on conflict (username_key) do update set username = excluded.username, user_id = excluded.user_id,
       reserved_until = excluded.reserved_until`
}

async function changeFullName(db: Db, me: Member, from: string, to: string): Promise<void> {
  if (to === from) {
    return
  }
  await db`update users set full_name = ${to} where user_id = ${me.user_id}`
  await recordAction(db, { action: 'full_name_changed', user_id: me.user_id })
  await hideLabel(db, me)
  await updateMemberships(db, me.user_id)
}

/**
 * Hides the label of a member whose name changed, because an operator gave the label to the former name. Operators show
 * it again when they confirm the new name.
 */
async function hideLabel(db: Db, me: Member): Promise<void> {
  const { count } = await db`
    update users set is_label_hidden = true
     where user_id = ${me.user_id} and member_type <> 'regular' and not is_label_hidden`
  if (count > 0) {
    await updateMemberships(db, me.user_id)
  }
}

/**
 * Saves the address and its divisions. If the address is the same as before, the districts that the member chose stay.
 */
async function saveAddress(
  db: Db,
  me: Member,
  address: string | null,
  match: AddressMatch | null,
): Promise<void> {
  const { isSame, isSaved } = await compareAddress(db, me, address)
  if (isSaved) {
    return
  }
  await db`update users set address = ${address} where user_id = ${me.user_id}`
  if (!isSame) {
    await recordAction(db, { action: 'address_changed', user_id: me.user_id })
  }
  if (address === null || !match) {
    await clearResidence(db, me.user_id)
  } else {
    await saveResidence(db, me.user_id, match, isSame)
  }
}

/** Compares with the member's address. It is saved already if it is the same and its divisions were looked up. */
export async function compareAddress(db: Db, me: Member, address: string | null) {
  const [before] = await db<{ address: string | null; has_residence: boolean }[]>`
    select address, ocd_city_id is not null
           or exists (select from residences where user_id = ${me.user_id}) as has_residence
      from users where user_id = ${me.user_id}`
  const isSame = before?.address === address
  return { isSame, isSaved: isSame && (before?.has_residence ?? false) }
}
