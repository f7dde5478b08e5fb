import { expect, test } from 'vitest'
import { topicKey } from '#contract/topics.ts'
import { cardTopics } from './cardTopics.ts'

const none = new Set<string>()

// covers CIV-BILLCARD-01
test('a card shows at most three topics, and fewer when their names are long', () => {
  expect(cardTopics(['Health', 'Law', 'Energy', 'Taxation'], none)).toEqual({
    shown: ['Health', 'Law', 'Energy'],
    hidden: ['Taxation'],
  })
  expect(cardTopics(['Government Operations and Politics', 'Labor and Employment', 'Law'], none)).toEqual({
    shown: ['Government Operations and Politics'],
    hidden: ['Labor and Employment', 'Law'],
  })
})

test('a card shows the topics that the member follows first', () => {
  const followed = new Set([topicKey('Taxation')])
  expect(cardTopics(['Health', 'Law', 'Energy', 'Taxation'], followed).shown).toEqual([
    'Taxation',
    'Health',
    'Law',
  ])
})
