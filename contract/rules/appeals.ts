import { codePoints } from './text.ts'

/** The number of days after the decision in which a member can appeal. */
export const appealDays = 30
const appealMaxLength = 2000

export function checkAppeal(text: string): string | null {
  const length = codePoints(text.trim())
  if (length === 0) return 'Write why the decision should be reversed'
  return length > appealMaxLength ? `Your appeal must be at most ${appealMaxLength} characters` : null
}
