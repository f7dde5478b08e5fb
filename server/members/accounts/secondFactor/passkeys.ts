import { maxPasskeys } from '#contract/accounts/passkeys.ts'
import type * as contract from '#contract/accounts/secondFactor.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { confirmOwner } from '#server/members/accounts/password/confirmOwner.ts'
import { refuseEndedSession } from '#server/members/accounts/signIn/sessions.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { emailSecondFactorNotice } from './notice.ts'
import { makeCreationOptions } from './passkeyOptions.ts'
import {
  deleteSecondFactor,
  lockSecondFactor,
  recordTurnedOff,
  recordTurnedOn,
  refuseUnverified,
  getSecondFactor,
  type ChangeContext,
} from './secondFactor.ts'
import { checkSecondStep } from './secondStep.ts'
import { verifyNewPasskey } from './verifyPasskey.ts'

/**
 * Returns the options for a new passkey. Their challenge proves to `addPasskey` that the owner confirmed the change.
 */
export async function newPasskey(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof contract.newPasskey>,
  { caller, rules }: Omit<ChangeContext, 'sessions'>,
) {
  await refuseUnverified(pool, me.user_id)
  const { is_on } = await getSecondFactor(pool, me.user_id)
  if (is_on) checkSecondStep(input)
  const proof = { currentPassword: input.currentPassword ?? '', secondStep: is_on ? input : null }
  await confirmOwner(pool, me, proof, { caller, rules, failure: 'second_factor_failed' })
  return pool.begin(async (db) => {
    await refuseEndedSession(db, me, caller)
    return { options: await makeCreationOptions(db, me, rules) }
  })
}

export async function addPasskey(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof contract.addPasskey>,
  { caller, rules, sessions }: ChangeContext,
) {
  const { user_id } = me
  await refuseUnverified(pool, user_id)
  const verified = await verifyNewPasskey(pool, user_id, input.created, rules)
  if (typeof verified === 'string') refuse(verified)
  const response = await pool.begin(async (db) => {
    await refuseEndedSession(db, me, caller)
    const { count: insertedFactors } = await db`
      insert into second_factors (user_id) values (${user_id}) on conflict do nothing`
    await lockSecondFactor(db, user_id)
    await insertPasskey(db, { ...verified, user_id, name: (input.name ?? '').trim() })
    const turnsOn = insertedFactors === 1
    const recovery_codes = turnsOn ? await recordTurnedOn(db, user_id, { caller, rules }) : []
    await recordAction(db, { action: 'passkey_added', user_id })
    // A passkey that turns two-step sign-in on is reported as "Two-step sign-in is on" instead.
    if (!turnsOn) await emailSecondFactorNotice(db, user_id, 'passkey_added', { origin: rules.publicOrigin })
    return { second_factor: await getSecondFactor(db, user_id), recovery_codes }
  })
  sessions.forgetMember(user_id)
  return response
}

async function insertPasskey(db: Db, passkey: { user_id: string; transports: string[]; name: string }) {
  const { count } = await db`insert into passkeys ${db(passkey)} on conflict do nothing`
  if (count === 0) refuse('passkey_exists')
  const [row] = await db<{ passkeys: number }[]>`
    select count(*)::int as passkeys from passkeys where user_id = ${passkey.user_id}`
  if (row!.passkeys > maxPasskeys) refuse('passkey_limit')
}

export async function renamePasskey(
  db: Db,
  me: Member,
  { id, name }: ParsedOf<typeof contract.renamePasskey>,
) {
  const { count } = await db`
    update passkeys set name = ${(name ?? '').trim()} where passkey_id = ${id} and user_id = ${me.user_id}`
  if (count === 0) refuse('passkey_not_found')
  return { second_factor: await getSecondFactor(db, me.user_id) }
}

export async function removePasskey(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof contract.removePasskey>,
  { caller, rules, sessions }: ChangeContext,
) {
  const { user_id } = me
  const { passkeys } = await getSecondFactor(pool, user_id)
  if (!passkeys.some(({ passkey_id }) => passkey_id === input.id)) refuse('passkey_not_found')
  checkSecondStep(input)
  const proof = { currentPassword: input.currentPassword ?? '', secondStep: input }
  await confirmOwner(pool, me, proof, { caller, rules, failure: 'second_factor_failed' })
  const second_factor = await pool.begin(async (db) => {
    await refuseEndedSession(db, me, caller)
    // The account's second factor is locked so that, if two passkeys are removed at the same time, the second removal
    // sees that no passkey is left.
    await lockSecondFactor(db, user_id)
    const { count } = await db`
      delete from passkeys where passkey_id = ${input.id} and user_id = ${user_id}`
    if (count === 0) refuse('passkey_not_found')
    await recordAction(db, { action: 'passkey_removed', user_id })
    const remaining = await getSecondFactor(db, user_id)
    if (remaining.has_app || remaining.passkeys.length > 0) {
      await emailSecondFactorNotice(db, user_id, 'passkey_removed', { origin: rules.publicOrigin })
      return remaining
    }
    await deleteSecondFactor(db, user_id)
    await recordTurnedOff(db, user_id, { caller, rules })
    return getSecondFactor(db, user_id)
  })
  sessions.forgetMember(user_id)
  return { second_factor }
}
