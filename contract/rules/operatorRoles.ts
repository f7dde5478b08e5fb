import { codePoints } from './text.ts'

/** What a member may do on the screens for operators. An administrator may do everything that a moderator may. */
export const operatorRoles = ['moderator', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

const reasonMaxLength = 500
export const maxSuspensionDays = 365

/** Every decision of an operator about a member or content has a reason. */
export function checkDecisionReason(text: string): string | null {
  const length = codePoints(text.trim())
  if (length === 0) return 'Enter a reason'
  return length > reasonMaxLength ? `Reason must be at most ${reasonMaxLength} characters` : null
}

const noteMaxLength = 1000

/** A note about a member, which only moderators read. */
export function checkNote(text: string): string | null {
  const length = codePoints(text.trim())
  if (length === 0) return 'Enter a note'
  return length > noteMaxLength ? `Note must be at most ${noteMaxLength} characters` : null
}
