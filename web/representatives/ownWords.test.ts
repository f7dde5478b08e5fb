import { describe, expect, test } from 'vitest'
import { isMostlyTemplate, ownShare } from './ownWords.ts'

const template = 'Dear Ann, one two three four five six seven eight nine ten. Sincerely, Bo'

describe('a letter compared with the template', () => {
  test.each([
    ['the template itself', template, 0],
    ['other case, dots and line breaks', template.toUpperCase().replaceAll('.', '!\n\n'), 0],
    ['nothing written', '', 1],
    ['nothing in common', 'My bus comes at night.', 1],
    ['half of it taken out', 'Dear Ann, one two three four five', 0.5],
    ['as much again written below', `${template} ${'own '.repeat(14)}`, 0.5],
    [
      'the words in another order',
      'bo sincerely ten nine eight seven six five four three two one ann dear',
      13 / 14,
    ],
  ])('%s', (_, letter, share) => {
    expect(ownShare(template, letter)).toBeCloseTo(share, 5)
  })

  test('the hint leaves when a third is changed, not before', () => {
    // 14 words: 4 changed are less than a third, 5 are more.
    expect(isMostlyTemplate(template, template)).toBe(true)
    expect(isMostlyTemplate(template, template.replace('one two three four', 'my bus is late'))).toBe(true)
    expect(
      isMostlyTemplate(template, template.replace('one two three four five', 'my bus is late again')),
    ).toBe(false)
    expect(isMostlyTemplate('', '')).toBe(true)
  })

  test('a letter of the greatest length is compared at once', () => {
    expect(ownShare('a '.repeat(2500), 'b '.repeat(2500))).toBe(1)
  })
})
