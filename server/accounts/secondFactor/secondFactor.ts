import type { ParsedOf } from '../../../contract/kit/endpoint.ts'
import { refuse } from '../../../contract/kit/refusals.ts'
import { bareCode } from '../../../contract/rules/signInCodes.ts'
import type {
  renewRecoveryCodes,
  SecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../../../contract/secondFactor.ts'
import type { Caller, Member } from '../../http/route/route.ts'
import { recordAction } from '../../kit/audit.ts'
import type { Db, Pool } from '../../postgres/db.ts'
import { confirmOwner } from '../password/confirmOwner.ts'
import type { AccountRules } from '../rules.ts'
import { endOtherSessionsOf, isSessionOf, type openSessions } from '../signIn/sessions.ts'
import { emailSecondFactorNotice } from './notice.ts'
import { replaceRecoveryCodes } from './recoveryCodes.ts'
import { appAddress, newSecret, readSecret, seal, stepOf } from './totp.ts'

type Context = { caller: Caller; rules: AccountRules; sessions: ReturnType<typeof openSessions> }

export async function selectSecondFactor(db: Db, user_id: string): Promise<SecondFactor> {
  const [factor] = await db<SecondFactor[]>`
    select true as is_on, iso_time(turned_on_at) as turned_on_at,
           (select count(*)::int from recovery_codes c where c.user_id = f.user_id and used_at is null)
             as recovery_codes_left
      from second_factors f where user_id = ${user_id}`
  return factor ?? { is_on: false, turned_on_at: null, recovery_codes_left: 0 }
}

/** A secret for an authenticator app. It is not stored, so a page that is left behind changes nothing. */
export function offerKey(me: Member, { publicOrigin }: AccountRules) {
  const secret = newSecret()
  return { secret, address: appAddress(secret, me.username, new URL(publicOrigin).host) }
}

export async function turnOn(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof turnOnSecondFactor>,
  { caller, rules, sessions }: Context,
) {
  const proof = { currentPassword: input.currentPassword ?? '' }
  await confirmOwner(pool, me, proof, { caller, rules, failure: 'second_factor_failed' })
  const secret = readSecret(input.secret ?? '')
  const step = stepOf(secret, bareCode(input.code ?? '')) ?? refuse('wrong_code')
  const answer = await pool.begin(async (db) => {
    await refuseEndedSession(db, me, caller)
    const { count } = await db`
      insert into second_factors (user_id, sealed_secret, last_step)
      values (${me.user_id}, ${await seal(db, me.user_id, secret)}, ${step}) on conflict do nothing`
    if (count === 0) refuse('second_factor_on')
    const recovery_codes = await replaceRecoveryCodes(db, me.user_id)
    const sessions_ended = await endOtherSessionsOf(db, me.user_id, caller.token)
    await recordAction(db, { action: 'second_factor_on', user_id: me.user_id, detail: { sessions_ended } })
    await emailSecondFactorNotice(db, me.user_id, 'turned_on', rules.publicOrigin)
    return { second_factor: await selectSecondFactor(db, me.user_id), recovery_codes }
  })
  sessions.forgetMember(me.user_id)
  return answer
}

export async function turnOff(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof turnOffSecondFactor>,
  { caller, rules, sessions }: Context,
) {
  await confirmBothFactors(pool, me, input, { caller, rules })
  const second_factor = await pool.begin(async (db) => {
    await refuseEndedSession(db, me, caller)
    if (!(await deleteSecondFactor(db, me.user_id))) refuse('second_factor_off')
    const sessions_ended = await endOtherSessionsOf(db, me.user_id, caller.token)
    await recordAction(db, { action: 'second_factor_off', user_id: me.user_id, detail: { sessions_ended } })
    await emailSecondFactorNotice(db, me.user_id, 'turned_off', rules.publicOrigin)
    return selectSecondFactor(db, me.user_id)
  })
  sessions.forgetMember(me.user_id)
  return { second_factor }
}

export async function renewCodes(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof renewRecoveryCodes>,
  context: Omit<Context, 'sessions'>,
) {
  await confirmBothFactors(pool, me, input, context)
  return pool.begin(async (db) => {
    await refuseEndedSession(db, me, context.caller)
    // Locked, so that turning off at the same time waits and leaves no codes behind.
    const [factor] = await db`select from second_factors where user_id = ${me.user_id} for update`
    if (!factor) refuse('second_factor_off')
    const recovery_codes = await replaceRecoveryCodes(db, me.user_id)
    await recordAction(db, { action: 'recovery_codes_renewed', user_id: me.user_id })
    return { second_factor: await selectSecondFactor(db, me.user_id), recovery_codes }
  })
}

/** Returns false if it was not on. The recovery codes go with it. */
export async function deleteSecondFactor(db: Db, user_id: string): Promise<boolean> {
  const { count } = await db`delete from second_factors where user_id = ${user_id}`
  return count === 1
}

async function confirmBothFactors(
  pool: Pool,
  me: Member,
  input: ParsedOf<typeof turnOffSecondFactor>,
  { caller, rules }: Omit<Context, 'sessions'>,
) {
  const { is_on } = await selectSecondFactor(pool, me.user_id)
  if (!is_on) refuse('second_factor_off')
  const proof = { currentPassword: input.currentPassword ?? '', code: input.code ?? '' }
  await confirmOwner(pool, me, proof, { caller, rules, failure: 'second_factor_failed' })
}

/** The session may have been ended while the password was checked. An ended session must not change anything. */
async function refuseEndedSession(db: Db, me: Member, caller: Caller): Promise<void> {
  if (!(await isSessionOf(db, me.user_id, caller.token))) refuse('session_expired')
}
