import { expect, test } from 'vitest'
import { urlPieces } from './linkedUrls.ts'

const links = (text: string) =>
  urlPieces(text).flatMap(({ text: shown, href }) => (href ? [{ shown, href }] : []))

// covers HURD-COMMENT-05
test.each([
  ['See https://example.org/a?b=c#d.', 'https://example.org/a?b=c#d'],
  ['(http://example.org/road_(plan))', 'http://example.org/road_(plan)'],
  ['"https://example.org/straße", she said', 'https://example.org/straße'],
  ['[https://example.org/a]', 'https://example.org/a'],
  ['[[https://example.org/a[1]]].', 'https://example.org/a[1]'],
  ['{https://example.org/a}…', 'https://example.org/a'],
  ['**https://example.org/a**', 'https://example.org/a'],
  ['（https://example.org/a）。', 'https://example.org/a'],
  ['HTTPS://Example.org', 'HTTPS://Example.org'],
  ['https://example.org:8080/x!', 'https://example.org:8080/x'],
])('%j has the link %s, which leads where it says', (text, address) => {
  expect(links(text)).toEqual([{ shown: address, href: address }])
  expect(
    urlPieces(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

// covers HURD-COMMENT-05
test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  'ftp://example.org',
  'https://',
  'https://localhost/admin',
  'https://example.org@evil.example/',
  'https://example.org\\@evil.example/',
  'https://exampl\u0435.org/',
  'https://example.org/\u202Egpj.exe',
  'https://exam\u00ADple.org/',
  'https://0x7f.1/',
])('%j has no link', (text) => {
  expect(links(text)).toEqual([])
  expect(urlPieces(text)).toEqual([{ text, href: null }])
})
