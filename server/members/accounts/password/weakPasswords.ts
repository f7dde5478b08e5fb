import { refuse } from '#contract/kit/refusals.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { isGuessable } from './commonPasswords.ts'

type Owner = { username: string; email: string; full_name?: string }

/**
 * Refuses a password that is common, or that equals the member's name, username or email, or the part of the email before
 * the @. Case and punctuation make no difference.
 */
export async function refuseWeakPassword(rules: AccountRules, password: string, owner: Owner): Promise<void> {
  if (!rules.passwordBlocklist) return
  const { username, email, full_name = '' } = owner
  const [localPart = ''] = email.split('@')
  if (await isGuessable(password, [username, email, localPart, full_name])) refuse('password_too_common')
}
