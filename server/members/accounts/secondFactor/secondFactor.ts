import { type SecondFactor, bareCode } from '#contract/accounts/secondFactor.ts'
import type * as contract from '#contract/accounts/secondFactor.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { confirmOwner } from '#server/members/accounts/password/confirmOwner.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import {
  endOtherSessionsOf,
  refuseEndedSession,
  type openSessions,
} from '#server/members/accounts/signIn/sessions.ts'
import type { Caller, Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { emailSecondFactorNotice } from './notice.ts'
import { replaceRecoveryCodes } from './recoveryCodes.ts'
import { checkSecondStep } from './secondStep.ts'
import { otpauthUri, newSecret, readSecret, seal, stepOf } from './totp.ts'

export type ChangeContext = {
  caller: Caller
  rules: AccountRules
  sessions: ReturnType<typeof openSessions>
}
type CallContext = Omit<ChangeContext, 'sessions'>

/** Returns whether a second step is needed, and what the member has for it: an authenticator app, passkeys, or both. */
export async function getSecondFactor(db: Db, user_id: string): Promise<SecondFactor> {
  const [factor] = await db<SecondFactor[]>`
    select true as is_on, iso_time(turned_on_at) as turned_on_at, sealed_secret is not null as has_app,
           (select coalesce(json_agg(json_build_object(
                     'passkey_id', passkey_id, 'name', name, 'created_at', iso_time(created_at),
                     'last_used_at', iso_time(last_used_at), 'is_backed_up', is_backed_up)
                     order by created_at, passkey_id), '[]')
              from passkeys p where p.user_id = f.user_id) as passkeys,
           (select count(*)::int from recovery_codes c where c.user_id = f.user_id and used_at is null)
             as recovery_codes_left
      from second_factors f where user_id = ${user_id}`
  return factor ?? { is_on: false, turned_on_at: null, has_app: false, passkeys: [], recovery_codes_left: 0 }
}

/**
 * Returns a secret for an authenticator app. The secret is not stored, so a member who leaves the page has changed
 * nothing.
 */
export function newAuthenticatorKey(me: Member, { publicOrigin }: AccountRules) {
  const secret = newSecret()
  return { secret, address: otpauthUri(secret, me.username, new URL(publicOrigin).host) }
}

export async function turnOnSecondFactor(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof contract.turnOnSecondFactor>,
  { caller, rules, sessions }: ChangeContext,
) {
  const { user_id } = me
  await refuseUnverified(pool, user_id)
  const before = await getSecondFactor(pool, user_id)
  // A code of the new app proves only that the app has the secret. A member with passkeys must also confirm with one of
  // them.
  if (before.passkeys.length > 0 && !input.passkey) refuse('passkey_required')
  const secondStep = before.is_on && input.passkey ? { code: null, passkey: input.passkey } : null
  const proof = { currentPassword: input.currentPassword ?? '', secondStep }
  await confirmOwner(pool, me, proof, { caller, rules, failure: 'second_factor_failed' })
  const secret = readSecret(input.secret ?? '')
  const step = stepOf(secret, bareCode(input.code ?? '')) ?? refuse('wrong_code')
  const response = await pool.begin(async (db) => {
    await refuseEndedSession(db, me, caller)
    const [factor] = await db<{ is_new: boolean }[]>`
      insert into second_factors as f (user_id, sealed_secret, last_step)
      values (${user_id}, ${await seal(db, user_id, secret)}, ${step})
      on conflict (user_id) do update
         set sealed_secret = excluded.sealed_secret, last_step = excluded.last_step, app_added_at = now()
       where f.sealed_secret is null
      returning not exists (select from passkeys p where p.user_id = f.user_id) as is_new`
    if (!factor) refuse('second_factor_on')
    const recovery_codes = factor.is_new ? await recordTurnedOn(db, user_id, { caller, rules }) : []
    if (!factor.is_new) {
      await recordAction(db, { action: 'authenticator_app_added', user_id })
      await emailSecondFactorNotice(db, user_id, 'app_added', { origin: rules.publicOrigin })
    }
    return { second_factor: await getSecondFactor(db, user_id), recovery_codes }
  })
  sessions.forgetMember(user_id)
  return response
}

/** Records that the first app or passkey was stored, which turns two-step sign-in on. Returns the recovery codes. */
export async function recordTurnedOn(db: Db, user_id: string, { caller, rules }: CallContext) {
  const recovery_codes = await replaceRecoveryCodes(db, user_id)
  const sessions_ended = await endOtherSessionsOf(db, user_id, caller.token)
  await recordAction(db, { action: 'second_factor_on', user_id, detail: { sessions_ended } })
  await emailSecondFactorNotice(db, user_id, 'turned_on', { origin: rules.publicOrigin })
  return recovery_codes
}

export async function turnOffSecondFactor(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof contract.turnOffSecondFactor>,
  { caller, rules, sessions }: ChangeContext,
) {
  await confirmBothSteps(pool, me, input, { caller, rules })
  const second_factor = await pool.begin(async (db) => {
    await refuseEndedSession(db, me, caller)
    if (!(await deleteSecondFactor(db, me.user_id))) refuse('second_factor_off')
    await recordTurnedOff(db, me.user_id, { caller, rules })
    return getSecondFactor(db, me.user_id)
  })
  sessions.forgetMember(me.user_id)
  return { second_factor }
}

export async function removeAuthenticatorApp(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof contract.removeAuthenticatorApp>,
  { caller, rules, sessions }: ChangeContext,
) {
  const { user_id } = me
  await confirmBothSteps(pool, me, input, { caller, rules })
  const second_factor = await pool.begin(async (db) => {
    await refuseEndedSession(db, me, caller)
    await lockSecondFactor(db, user_id)
    const { has_app, passkeys } = await getSecondFactor(db, user_id)
    if (!has_app) refuse('authenticator_app_not_found')
    if (passkeys.length === 0) {
      await deleteSecondFactor(db, user_id)
      await recordTurnedOff(db, user_id, { caller, rules })
    } else {
      await db`update second_factors set sealed_secret = null, last_step = null where user_id = ${user_id}`
      await recordAction(db, { action: 'authenticator_app_removed', user_id })
      await emailSecondFactorNotice(db, user_id, 'app_removed', { origin: rules.publicOrigin })
    }
    return getSecondFactor(db, user_id)
  })
  sessions.forgetMember(user_id)
  return { second_factor }
}

export async function recordTurnedOff(db: Db, user_id: string, { caller, rules }: CallContext) {
  const sessions_ended = await endOtherSessionsOf(db, user_id, caller.token)
  await recordAction(db, { action: 'second_factor_off', user_id, detail: { sessions_ended } })
  await emailSecondFactorNotice(db, user_id, 'turned_off', { origin: rules.publicOrigin })
}

export async function renewRecoveryCodes(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof contract.renewRecoveryCodes>,
  context: CallContext,
) {
  await confirmBothSteps(pool, me, input, context)
  return pool.begin(async (db) => {
    await refuseEndedSession(db, me, context.caller)
    // The second factor is locked so that a request to turn two-step sign-in off waits. Otherwise the new codes would
    // remain after it.
    await lockSecondFactor(db, me.user_id)
    const recovery_codes = await replaceRecoveryCodes(db, me.user_id)
    await recordAction(db, { action: 'recovery_codes_renewed', user_id: me.user_id })
    return { second_factor: await getSecondFactor(db, me.user_id), recovery_codes }
  })
}

/**
 * Locks the member's second factor. Refuses `second_factor_off` if two-step sign-in was turned off while the proof was
 * checked.
 */
export async function lockSecondFactor(db: Db, user_id: string): Promise<void> {
  const [factor] = await db`select from second_factors where user_id = ${user_id} for update`
  if (!factor) refuse('second_factor_off')
}

/** Turns two-step sign-in off. Returns false if it was not on. The passkeys and the recovery codes are deleted too. */
export async function deleteSecondFactor(db: Db, user_id: string): Promise<boolean> {
  const { count } = await db`delete from second_factors where user_id = ${user_id}`
  return count === 1
}

async function confirmBothSteps(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof contract.turnOffSecondFactor>,
  { caller, rules }: CallContext,
) {
  checkSecondStep(input)
  const { is_on } = await getSecondFactor(pool, me.user_id)
  if (!is_on) refuse('second_factor_off')
  const proof = { currentPassword: input.currentPassword ?? '', secondStep: input }
  await confirmOwner(pool, me, proof, { caller, rules, failure: 'second_factor_failed' })
}

/**
 * Refuses a second factor for an account whose address is not verified. Otherwise somebody who registered with another
 * person's address could lock that person out.
 */
export async function refuseUnverified(db: Db, user_id: string): Promise<void> {
  const rows = await db`select from users where user_id = ${user_id} and email_verified_at is not null`
  if (rows.length === 0) refuse('second_factor_needs_verified_email')
}
