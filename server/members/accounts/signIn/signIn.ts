import type * as contract from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { checkRoomToHash, verifyPassword } from '#server/members/accounts/password/passwords.ts'
import { selectCredentials, selectUser } from '#server/members/accounts/queries.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { makeRequestOptions } from '#server/members/accounts/secondFactor/passkeyOptions.ts'
import { getSecondFactor } from '#server/members/accounts/secondFactor/secondFactor.ts'
import { acceptSecondStep, missingStep } from '#server/members/accounts/secondFactor/secondStep.ts'
import type { Caller } from '#server/platform/http/route/route.ts'
import { recordAction, recordAttempt } from '#server/platform/limits/audit.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { allowGuess } from './guesses.ts'
import { startSession, type SigningIn } from './sessions.ts'
import { emailNewDeviceNotice, rememberDevice } from './signInNotice.ts'

/**
 * Signs a member in, even if the account is deactivated. An unknown email gets the same response and takes the same time
 * as a wrong password. Runs without a transaction, because a refusal would roll back the count of guesses.
 */
export async function signIn(
  pool: Pool,
  input: ParsedOf<typeof contract.login>,
  caller: SigningIn,
  rules: AccountRules,
) {
  const { account, guess } = await checkPasswordOf(pool, input, caller, rules)
  if (account.has_second_factor) {
    if (!input.code && !input.passkey) {
      await guess.wasHalfRight()
      refuse(missingStep(account))
    }
    await guess.countCode()
    const { user_id } = account
    const refusal = await acceptSecondStep(pool, user_id, input, 'sign_in', rules)
    if (refusal) {
      await recordAttempt(pool, { action: 'second_factor_failed', user_id, detail: { code: refusal } })
      refuse(refusal)
    }
  }
  await guess.wasRight()

  return pool.begin(async (db) => {
    const { user_id, password_hash } = account
    // Refuses if the password was changed or the account suspended since the password was checked.
    const token = (await startSession(db, user_id, password_hash, caller)) ?? refuse('wrong_credentials')
    if (!account.has_second_factor) await refuseNewSecondFactor(db, user_id)
    const user = (await selectUser(db, user_id)) ?? refuse('wrong_credentials')
    await recordAction(db, { action: 'signed_in', user_id })
    if (await rememberDevice(db, user_id, caller)) {
      await emailNewDeviceNotice(db, { ...user, user_id }, caller, rules)
    }
    return { token, user }
  })
}

/**
 * Refuses if two-step sign-in was turned on since the password was checked. `startSession` has locked the account, so turning it on
 * later waits and then ends the new session.
 */
async function refuseNewSecondFactor(db: Db, user_id: string) {
  const { is_on, has_app, passkeys } = await getSecondFactor(db, user_id)
  if (is_on) refuse(missingStep({ has_app, has_passkeys: passkeys.length > 0 }))
}

/**
 * Returns the challenge for the second step of a member with passkeys. The call counts as a sign-in attempt, because it
 * checks the password.
 */
export async function startPasskeySignIn(
  pool: Pool,
  input: ParsedOf<typeof contract.startPasskeySignIn>,
  caller: Caller,
  rules: AccountRules,
) {
  const { account, guess } = await checkPasswordOf(pool, input, caller, rules)
  await guess.wasHalfRight()
  return { options: await makeRequestOptions(pool, account.user_id, 'sign_in', rules) }
}

async function checkPasswordOf(
  pool: Pool,
  input: ParsedOf<typeof contract.startPasskeySignIn>,
  caller: Caller,
  rules: AccountRules,
) {
  checkRoomToHash()
  const email = (input.email ?? '').trim().toLowerCase()
  const guess = await allowGuess(pool, email, caller, rules)

  const account = await selectCredentials(pool, email)
  const isRight = await verifyPassword(account?.password_hash ?? null, input.password ?? '')
  if (!account || !isRight) {
    await recordAttempt(pool, { action: 'sign_in_failed', user_id: account?.user_id ?? null, subject: email })
    refuse('wrong_credentials')
  }
  if (account.account_status === 'suspended') {
    await recordAttempt(pool, {
      action: 'access_denied',
      user_id: account.user_id,
      detail: { code: 'account_suspended' },
    })
    refuse('account_suspended')
  }
  return { account, guess }
}
