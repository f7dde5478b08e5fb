import { codePoints } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'

const reasonMaxLength = 500
export const maxSuspensionDays = 365

/** Checks the reason for a decision. Every decision of an operator about a member or content needs one. */
export function checkDecisionReason(text: string): string | null {
  const length = codePoints(text.trim())
  if (length === 0) {
    return t('Enter a reason')
  }
  return length > reasonMaxLength
    ? t('Reason must be at most {max} characters', { max: reasonMaxLength })
    : null
}

const noteMaxLength = 1000

/** Checks a note about a member, which only moderators read. */
export function checkNote(text: string): string | null {
  const length = codePoints(text.trim())
  if (length === 0) {
    return t('Enter a note')
  }
  return length > noteMaxLength ? t('Note must be at most {max} characters', { max: noteMaxLength }) : null
}
