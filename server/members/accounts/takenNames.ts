import { refuse } from '#contract/kit/refusals.ts'
import { violatedConstraint } from '#server/platform/postgres/db.ts'

/**
 * Refuses a username or email address that another account took after it was checked. The unique index decides between
 * two members who choose the same one at the same moment.
 */
export function refuseTaken(error: unknown): never {
  const rule = violatedConstraint(error)
  if (rule === 'users_username_key') refuse('username_taken')
  if (rule === 'users_email_key') refuse('email_taken')
  throw error
}
