import type { Caller } from '../../http/route.ts'
import {
  clearAttempts,
  countAttempts,
  countWithBackoff,
  refundAttempt,
  type BackoffRule,
  type LimitRule,
} from '../../kit/limits.ts'
import { networkOf } from '../../kit/networks.ts'
import type { Db, Pool } from '../../postgres/db.ts'
import type { AccountRules } from '../rules.ts'
import { selectKnownDevice } from './signInNotice.ts'

// Failures only: a success takes its attempt back.
const ofAccountAndSource: LimitRule = { rule: 'login', attempts: 10, seconds: 15 * 60 }
const ofSource: LimitRule = { rule: 'login_source', attempts: 20, seconds: 60 }
/** From anywhere together: at most about 95 wrong guesses a day, and never more than 20 minutes of waiting. */
const ofAccount: BackoffRule = {
  rule: 'login_account',
  freeAttempts: 20,
  firstWait: 60,
  longestWait: 20 * 60,
  memory: 24 * 60 * 60,
}

/**
 * Counts one guess at a password before the password is looked at, so that a burst cannot slip through. The network
 * that guesses is counted first, and a guess that it is refused does not touch the account: otherwise a single address
 * could keep the owner out by making guesses that nobody even looks at. A device that the owner has used before is
 * counted apart from all others, so that strangers cannot make the owner wait there.
 * Must run outside any transaction. Refuses `too_many_attempts`.
 */
export async function allowGuess(pool: Pool, email: string, caller: Caller, rules: AccountRules) {
  if (!rules.rateLimits) return { async wasRight() {} }
  const bySource = attemptsFrom(email, caller)
  await countAttempts(pool, bySource)
  const subject = accountSubject(email, await selectKnownDevice(pool, email, caller))
  await countWithBackoff(pool, ofAccount, subject)
  return {
    async wasRight() {
      await refundAttempt(pool, bySource)
      await clearAttempts(pool, [{ rule: ofAccount, subject }])
    },
  }
}

/** Lets the owner sign in at once with a new password, however many guesses were made before. */
export async function forgetGuesses(db: Db, email: string, caller: Caller): Promise<void> {
  const [ofPair] = attemptsFrom(email, caller)
  const device = await selectKnownDevice(db, email, caller)
  const subjects = new Set([accountSubject(email, null), accountSubject(email, device)])
  await clearAttempts(db, [ofPair, ...[...subjects].map((subject) => ({ rule: ofAccount, subject }))])
}

function attemptsFrom(email: string, caller: Caller) {
  const source = networkOf(caller.address)
  return [
    { rule: ofAccountAndSource, subject: `${email} ${source}` },
    { rule: ofSource, subject: source },
  ] as const
}

function accountSubject(email: string, device: string | null): string {
  return device === null ? email : `${email} ${device}`
}
