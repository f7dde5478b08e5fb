import type { AccountRules } from '#server/members/accounts/rules.ts'
import type { Caller } from '#server/platform/http/route/route.ts'
import {
  clearAttempts,
  countAttempts,
  countWithBackoff,
  refundAttempt,
  type BackoffRule,
  type LimitRule,
} from '#server/platform/limits/limits.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { networkOf } from '#server/platform/settings/networks.ts'
import { selectKnownDevice } from './signInNotice.ts'

// These limits count failures only, because a success refunds its attempt.
const ofAccountAndSource: LimitRule = { rule: 'login', attempts: 10, seconds: 15 * 60 }
const ofSource: LimitRule = { rule: 'login_source', attempts: 20, seconds: 60 }
/** For one account, all unknown devices together may make about 95 wrong guesses a day, and nobody waits longer than 20 minutes. */
const ofAccount: BackoffRule = {
  rule: 'login_account',
  freeAttempts: 20,
  firstWait: 60,
  longestWait: 20 * 60,
  memory: 24 * 60 * 60,
}

/**
 * For one account, all unknown devices together may try about ten codes of the second step, and then about four a day.
 * Somebody who tries codes already has the password.
 */
const codesOfAccount: BackoffRule = {
  rule: 'login_code',
  freeAttempts: 10,
  firstWait: 15 * 60,
  longestWait: 6 * 60 * 60,
  memory: 7 * 24 * 60 * 60,
}

/**
 * Counts one guess at a password before the password is checked so that a burst of concurrent guesses is limited too.
 * The network's limit comes first, and a guess that it refuses does not count against the account. Otherwise a single
 * network could lock the owner out with guesses that are not even checked. Each device that the owner has used before
 * has its own counter so that strangers cannot make the owner wait there. Must run outside any transaction. Refuses
 * `too_many_attempts`.
 */
export async function allowGuess(pool: Pool, email: string, caller: Caller, rules: AccountRules) {
  if (!rules.rateLimits) return { async countCode() {}, async wasRight() {}, async wasHalfRight() {} }
  const bySource = attemptsFrom(email, caller)
  await countAttempts(pool, bySource)
  const subject = accountSubject(email, await selectKnownDevice(pool, email, caller))
  await countWithBackoff(pool, ofAccount, subject)
  let isCodeCounted = false
  return {
    /** Call this function before a code is checked. Refuses `too_many_attempts`. */
    async countCode() {
      await countWithBackoff(pool, codesOfAccount, subject)
      isCodeCounted = true
    },
    /**
     * Call this function if everything that was asked for is right. The count of codes stays if no code was checked.
     * Otherwise somebody who knows the password could clear it between wrong codes.
     */
    async wasRight() {
      await refundAttempt(pool, bySource)
      await clearAttempts(pool, [
        { rule: ofAccount, subject },
        ...(isCodeCounted ? [{ rule: codesOfAccount, subject }] : []),
      ])
    },
    /**
     * Call this function if the password is right and the code is still missing. The account's count stays, because
     * codes are guessed too.
     */
    async wasHalfRight() {
      await refundAttempt(pool, bySource)
    },
  }
}

/**
 * Clears the counters of passwords so that the owner can sign in immediately with a new password. The count of codes
 * stays, because a reset proves only who reads the mailbox.
 */
export async function forgetGuesses(db: Db, email: string, caller: Caller): Promise<void> {
  const [ofPair] = attemptsFrom(email, caller)
  const device = await selectKnownDevice(db, email, caller)
  const subjects = new Set([accountSubject(email, null), accountSubject(email, device)])
  await clearAttempts(db, [ofPair, ...[...subjects].map((subject) => ({ rule: ofAccount, subject }))])
}

function attemptsFrom(email: string, caller: Caller) {
  const source = networkOf(caller.ip)
  return [
    { rule: ofAccountAndSource, subject: `${email} ${source}` },
    { rule: ofSource, subject: source },
  ] as const
}

function accountSubject(email: string, device: string | null): string {
  return device === null ? email : `${email} ${device}`
}
