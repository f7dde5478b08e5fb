import { expect, test } from 'vitest'
import { stances, stanceTag, type Stance } from './stances.ts'

function words(now: Stance | null, whenWritten: Stance | null): string | null {
  const tag = stanceTag(now, whenWritten)
  return tag && [tag.label, tag.earlier].filter(Boolean).join(' ')
}

// covers HURD-COMMENT-02
test('the tag of an author names the stance when the comment was written only if it was another one', () => {
  expect(words('support', 'oppose')).toBe('Supports (opposed when written)')
  expect(words('oppose', 'support')).toBe('Opposes (supported when written)')
  expect(words('neutral', 'learning')).toBe('Neutral (unsure when written)')
  expect(words('learning', 'neutral')).toBe('Unsure (neutral when written)')
  expect(words('support', null)).toBe('Supports')
  expect(words(null, 'oppose')).toBe('No stance (opposed when written)')
  expect(words(null, null)).toBeNull()
  expect(stances.map((stance) => words(stance, stance))).toEqual(['Supports', 'Opposes', 'Neutral', 'Unsure'])
})
