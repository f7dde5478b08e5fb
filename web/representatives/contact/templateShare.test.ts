import { describe, expect, test } from 'vitest'
import { isMostlyTemplate, ownShare } from './templateShare.ts'

const template = 'Dear Ann, one two three four five six seven eight nine ten. Sincerely, Bo'

describe('a message compared with the template', () => {
  test.each([
    ['the template itself', template, 0],
    ['other case, punctuation and line breaks', template.toUpperCase().replaceAll('.', '!\n\n'), 0],
    ['nothing written', '', 1],
    ['nothing in common', 'My bus comes at night.', 1],
    ['half of it removed', 'Dear Ann, one two three four five', 0.5],
    ['the same length added below', `${template} ${'own '.repeat(14)}`, 0.5],
    [
      'the words in another order',
      'bo sincerely ten nine eight seven six five four three two one ann dear',
      13 / 14,
    ],
  ])('%s', (_, message, share) => {
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

  test('a message of the maximum length is compared without delay', () => {
    expect(ownShare('a '.repeat(2500), 'b '.repeat(2500))).toBe(1)
  })
})
