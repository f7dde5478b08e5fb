import { codePoints } from '#contract/rules/text.ts'

/** The roles on the screens for operators. An administrator may do everything that a moderator may do. */
export const operatorRoles = ['moderator', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

const reasonMaxLength = 500
export const maxSuspensionDays = 365

/** Checks the reason for a decision. Every decision of an operator about a member or content needs one. */
export function checkDecisionReason(text: string): string | null {
  const length = codePoints(text.trim())
  if (length === 0) return 'Enter a reason'
  return length > reasonMaxLength ? `Reason must be at most ${reasonMaxLength} characters` : null
}

const noteMaxLength = 1000

/** Checks a note about a member, which only moderators read. */
export function checkNote(text: string): string | null {
  const length = codePoints(text.trim())
  if (length === 0) return 'Enter a note'
  return length > noteMaxLength ? `Note must be at most ${noteMaxLength} characters` : null
}
