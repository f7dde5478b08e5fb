import { describe, expect, test } from 'vitest'
import { isMostlyTemplate, ownShare } from './templateShare.ts'

const template = 'Dear Ann, one two three four five six seven eight nine ten. Sincerely, Bo'

describe('a message compared with the template', () => {
  test.each([
    ['that is the template', template, 0],
    ['that differs in case, punctuation and line breaks', template.toUpperCase().replaceAll('.', '!\n\n'), 0],
    ['that is empty', '', 1],
    ['that has no word of the template', 'My bus comes at night.', 1],
    ['that lacks half of the template', 'Dear Ann, one two three four five', 0.5],
    ['that adds as many words as the template has', `${template} ${'own '.repeat(14)}`, 0.5],
    [
      'that has the words in the opposite order',
      'bo sincerely ten nine eight seven six five four three two one ann dear',
      13 / 14,
    ],
  ])('a message %s has the right share of own words', (_, message, share) => {
    expect(ownShare(template, message)).toBeCloseTo(share, 5)
  })

  test('the hint disappears when a third of the template is changed', () => {
    // 14 words: 4 changed are less than a third, 5 are more.
    expect(isMostlyTemplate(template, template)).toBe(true)
    expect(isMostlyTemplate(template, template.replace('one two three four', 'my bus is late'))).toBe(true)
    expect(
      isMostlyTemplate(template, template.replace('one two three four five', 'my bus is late again')),
    ).toBe(false)
    expect(isMostlyTemplate('', '')).toBe(true)
  })

  test('messages of the maximum length can be compared', () => {
    expect(ownShare('a '.repeat(2500), 'b '.repeat(2500))).toBe(1)
  })
})
