import type * as contract from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { language, t } from '#contract/kit/translate.ts'
import type { AddressMatch } from '#server/legislation/places/addressMatch.ts'
import type { Geocoder } from '#server/legislation/places/geocoder.ts'
import { saveResidence } from '#server/legislation/places/residence.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { countAttempts, refundAttempt, type LimitRule } from '#server/platform/limits/limits.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { networkOf } from '#server/platform/settings/networks.ts'
import { selectCodeState, countCodeUse } from './codes.ts'
import { emailVerificationLink } from './email/verify.ts'
import { reclaimCodeUse } from './formerMembers.ts'
import { hashPassword } from './password/passwords.ts'
import { refuseWeakPassword } from './password/weakPasswords.ts'
import { insertUser, selectTaken, selectUser, type NewUser } from './queries.ts'
import { emailRegistrationNotice } from './registrationNotice.ts'
import type { AccountRules, OnNameChange, OnRegister } from './rules.ts'
import { startSession, type SigningIn } from './signIn/sessions.ts'
import { rememberDevice } from './signIn/signInNotice.ts'
import { refuseTaken } from './takenNames.ts'

/** The limits per network and hour: one for registrations, and one for wrong codes. */
const registrations = (attempts: number): LimitRule => ({ rule: 'register', attempts, seconds: 60 * 60 })
const wrongCodes = (attempts: number): LimitRule => ({ rule: 'register_code', attempts, seconds: 60 * 60 })

/**
 * Creates an account and signs it in. The fields are checked first, then the code, the username and the email so that
 * nobody without a valid code learns whether an account exists, unless everyone may register. The password is hashed and the address is geocoded
 * before the transaction so that no connection waits for them. One transaction then uses the code and creates the
 * account, its first session and the verification email.
 */
export async function register(
  pool: Pool,
  input: ParsedOf<typeof contract.register>,
  caller: SigningIn,
  rules: AccountRules,
  named: OnNameChange,
  registered: OnRegister,
  geocode: Geocoder,
) {
  const names = {
    full_name: (input.full_name ?? '').trim(),
    username: (input.username ?? '').trim(),
    email: (input.email ?? '').trim().toLowerCase(),
    address: (input.address ?? '').trim() || null,
    access_code: (input.access_code ?? '').trim().toUpperCase() || null,
    language: language(),
  }
  await refuseWeakPassword(rules, input.password ?? '', names)
  const source = networkOf(caller.ip)
  const codeAttempt = [{ rule: wrongCodes(rules.limits.wrongCodes), subject: source }]

  if (names.access_code !== null) {
    if (rules.rateLimits) {
      await countAttempts(pool, codeAttempt)
    }
    await checkCode(pool, names.access_code)
    if (rules.rateLimits) {
      await refundAttempt(pool, codeAttempt)
    }
  }
  if (rules.rateLimits) {
    await countAttempts(pool, [{ rule: registrations(rules.limits.registrations), subject: source }])
  }
  const takenField = await selectTaken(pool, names.username, names.email)
  if (takenField === 'email') {
    await emailRegistrationNotice(pool, names.email, rules)
  }
  refuseTakenField(takenField)

  const [password_hash, home] = await Promise.all([
    hashPassword(input.password ?? ''),
    names.address === null ? null : geocode(pool, names.address),
  ])
  return pool
    .begin((db) => insertMember(db, { ...names, password_hash }, home, caller, rules, named, registered))
    .catch(refuseTaken)
}

async function insertMember(
  db: Db,
  account: NewUser,
  home: AddressMatch | null,
  caller: SigningIn,
  rules: AccountRules,
  named: OnNameChange,
  registered: OnRegister,
) {
  refuseTakenField(await selectTaken(db, account.username, account.email))
  const user_id = await insertUser(db, account)
  if (home) {
    await saveResidence(db, user_id, home, false)
  }
  const token = (await startSession(db, user_id, account.password_hash, caller)) ?? refuse('user_not_found')
  await recordAction(db, { action: 'registered', user_id })
  await named(db, user_id)
  await rememberDevice(db, user_id, caller)
  await registered(db, user_id, caller)
  await emailVerificationLink(db, user_id, { email: account.email, purpose: 'verify' }, rules.publicOrigin)
  const user = (await selectUser(db, user_id)) ?? refuse('user_not_found')
  // This comes last, because everyone else who registers with this code waits for the code's row until the commit.
  if (account.access_code !== null) {
    await countUse(db, account.email, account.access_code)
  }
  return { token, user, message: t('Account created. Please verify your email.') }
}

async function countUse(db: Db, email: string, code: string) {
  const isReturning = await reclaimCodeUse(db, email, code)
  if (isReturning || !(await countCodeUse(db, code))) {
    await checkCode(db, code)
  }
}

async function checkCode(db: Db, code: string) {
  const state = await selectCodeState(db, code)
  if (!state || state === 'revoked') {
    refuse('invalid_access_code')
  }
  if (state === 'used') {
    refuse('access_code_used')
  }
  if (state === 'expired') {
    refuse('access_code_expired')
  }
}

function refuseTakenField(field: Awaited<ReturnType<typeof selectTaken>>) {
  if (field === 'username') {
    refuse('username_taken')
  }
  if (field === 'email') {
    refuse('email_taken')
  }
}
