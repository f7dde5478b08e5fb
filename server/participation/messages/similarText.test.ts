import { expect, test } from 'vitest'
import { bandsOf, comparedText, isNearlySame } from './similarText.ts'

const campaignText = `To Senator West:

I am writing as your constituent about S 77, the Answer Act. The bridge over the Green River has been closed since March, and
every trip to the hospital takes forty minutes longer than it did before. I support this bill, and I ask you to support it too.

Sincerely,`

function compare(one: string, other: string): boolean {
  return isNearlySame(comparedText(one, 'Ana Lima'), comparedText(other, 'Ben Cole'))
}

// covers HURD-GROUPED-01
test('copies that differ in the name, in capitals, in spaces or in a few words have nearly the same text', () => {
  expect(compare(`${campaignText}\nAna Lima`, `${campaignText}\nBen Cole`)).toBe(true)
  expect(compare(campaignText, campaignText.toUpperCase().replaceAll(' ', '  '))).toBe(true)
  expect(compare(campaignText, campaignText.replace('forty', 'thirty'))).toBe(true)
  expect(compare('Fix them.', 'fix THEM')).toBe(true)
})

// covers HURD-GROUPED-02
test('a message of the opposite opinion, or with a paragraph of its own, has a different text', () => {
  expect(compare(campaignText, campaignText.replaceAll('support', 'oppose'))).toBe(false)
  expect(compare(campaignText, campaignText.replace('I ask you to', 'I do not ask you to'))).toBe(false)
  const own =
    'My daughter was born in the ambulance because of it, and I will remember how the state lets us wait.'
  expect(compare(campaignText, `${campaignText} ${own}`)).toBe(false)
  expect(compare('', 'Anything at all in three words')).toBe(false)
  expect(compare(campaignText, campaignText.replace('I ask you to', "you shouldn't"))).toBe(false)
  const spanish = `${'El puente sobre el río Verde está cerrado desde marzo y cada viaje al hospital dura más. '.repeat(4)}Apoyo esta ley.`
  expect(compare(spanish, spanish.replace('Apoyo', 'Rechazo'))).toBe(false)
})

// covers HURD-GROUPED-01
test('messages with nearly the same text have a hash in common, and the same text has no hash in common for another topic', () => {
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`)
  for (let changed = 0; changed < 200; changed += 1) {
    const one = comparedText(words.join(' '), '')
    const other = comparedText(
      words
        .with(changed, 'else')
        .with((changed * 7) % 200, 'other')
        .join(' '),
      '',
    )
    expect(isNearlySame(one, other)).toBe(true)
    const bands = new Set(bandsOf(one, 'W1'))
    expect(bandsOf(other, 'W1').some((band) => bands.has(band))).toBe(true)
    expect(bandsOf(one, 'W2').some((band) => bands.has(band))).toBe(false)
  }
})
