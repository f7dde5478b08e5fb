import { expect, test } from 'vitest'
import { splitMatches } from './matches.ts'

const marked = (text: string, words: string[], anywhere = false) =>
  splitMatches(text, words, anywhere)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test('in names, the beginnings of words are marked, and case and accents do not matter', () => {
  expect(marked('José Núñez-Nunn', ['nun', 'jose'])).toBe('[José] [Núñ]ez-[Nun]n')
  expect(marked('Maria Anders', ['ria', 'and'])).toBe('Maria [And]ers')
  expect(marked('Boston, MA', [])).toBe('Boston, MA')
})

test('in bills, matches inside words are marked too, but short words match only at the beginning', () => {
  expect(marked('A wastewater act', ['water'], true)).toBe('A waste[water] act')
  expect(marked('Tax on imports', ['on', 'ax'], true)).toBe('Tax [on] imports')
  expect(marked('Water Waterway', ['wat', 'water'], true)).toBe('[Water] [Water]way')
})
