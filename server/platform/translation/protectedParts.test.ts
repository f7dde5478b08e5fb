import { expect, test } from 'vitest'
import { keepsNegation } from './negation.ts'
import { protectParts, restoreParts } from './protectedParts.ts'
import { splitSentences } from './translateSentences.ts'

// covers HURD-TRANSLATE-05
test.each<[text: string, kept: string[], known?: string[]]>([
  ['I like it.', []],
  ['We met in Elm Park. The mayor came.', ['Elm Park']],
  ['Maria Lopez voted for HB 1234 on March 3, 2026.', ['Maria Lopez', 'HB 1234', 'March 3, 2026']],
  ['Hiking is fun in Las Cruces and with D. Whitfield', ['Las Cruces', 'D. Whitfield']],
  ['Then the Senate and Congress met on Monday; I’m glad.', []],
  ['Ask Senator Kim Nguyen about it', ['Kim Nguyen']],
  ['Young voted yes', ['Young'], ['Young']],
  [
    'El 3 de marzo de 2026 la Sra. Gómez pagó $1,250.50 (4.5 %).',
    ['3 de marzo de 2026', 'Sra. Gómez', '$1,250.50', '4.5 %'],
  ],
  ['S.J.Res. 5, H.R. 1 and LL 97, § 4(a)', ['S.J.Res. 5', 'H.R. 1', 'LL 97', '§ 4(a)']],
  ['See https://example.org/a?b=1. Thanks, @juan_perez!', ['https://example.org/a?b=1', '@juan_perez']],
  ['It says “no fee. No tax.” to me 👍🏽', ['“no fee. No tax.”', '👍🏽']],
  ['Qxaq is a word', ['Qxaq']],
  ['zQxaqz HB 12', ['Qxaq', 'HB 12']],
])('names, numbers, codes, addresses and quotations are kept: "%s"', (text, kept, known = []) => {
  const { text: written, parts } = protectParts(text, known)
  expect([...parts.values()]).toEqual(kept)
  for (const part of kept) expect(written).not.toContain(` ${part} `)
  expect(restoreParts(written, parts)).toBe(text)
})

// covers HURD-TRANSLATE-05
test.each([
  ['I do not support it.', 'No lo apoyo.', true],
  ['I do not support it.', 'Lo apoyo.', false],
  ['I support it.', 'No lo apoyo.', false],
  ["I don't see anything.", 'No veo nada.', true],
  ['We cannot pay, and nobody asked.', 'No podemos pagar, y nadie preguntó.', true],
  ['We cannot pay, and nobody asked.', 'No podemos pagar, y alguien preguntó.', false],
  ['It wont help without water.', 'Sin agua ayuda.', true],
  ['Another bill, noted in November.', 'Otro proyecto, anotado en noviembre.', true],
])('a translation must deny what its sentence denies: "%s" → "%s": %s', (english, spanish, expected) => {
  expect(keepsNegation(english, 'en', spanish, 'es')).toBe(expected)
})

// covers HURD-TRANSLATE-05
test('the other direction and languages without a list', () => {
  expect(keepsNegation('Nadie dijo nada.', 'es', 'Somebody said all.', 'en')).toBe(false)
  expect(keepsNegation('Nadie dijo nada.', 'es', 'Nobody said anything.', 'en')).toBe(true)
  expect(keepsNegation('Je ne sais pas.', 'fr', 'I know.', 'en')).toBe(true)
})

// covers HURD-TRANSLATE-05
test('a text is split into sentences, whose blanks and line breaks stay', () => {
  const text = ' Hi.  Mr. Smith came… Why?\n\n- One\n- Two. 12! '
  const pieces = splitSentences(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.filter(({ isSentence }) => isSentence).map((piece) => piece.text)).toEqual([
    'Hi.',
    'Mr. Smith came…',
    'Why?',
    '- One',
    '- Two.',
  ])
})
