import { expect, test } from 'vitest'
import { addressPieces, mentionPieces } from './MentionText.tsx'

const usernames = (text: string) =>
  mentionPieces(text)
    .map((piece) => piece.username)
    .filter((name) => name !== null)

// covers CIV-COMMENTS-24
test('a mention contains all characters after the @ that can be part of a username', () => {
  expect(usernames('@ann hi')).toEqual(['ann'])
  expect(usernames('Thanks, @mary-jane_2! And (@bo).')).toEqual(['mary-jane_2', 'bo'])
})

// covers HURD-MENTION-01
test.each([
  'write to ann@example.org @ noon, or a@@b',
  'andré@example.org',
  'https://social.example/@tom/113',
  'https://social.example/?by=@tom',
  'social.example/@tom',
  '@tom@social.example',
  '@tom.social.example',
  'mailto:@tom',
  'a.@tom',
])('%j contains no mention', (text) => {
  expect(usernames(text)).toEqual([])
})

// covers HURD-MENTION-01
test('a mention starts after a blank or an opening bracket', () => {
  expect(usernames('@a (@b) [@c] {@d}\n@e\u00a0@f. @g, @h! <@i>')).toEqual('abcdefghi'.split(''))
})

test('the pieces of a text contain all of its characters', () => {
  const text = 'See @ann, @bob and @@cy\nat x@y.z'
  expect(
    mentionPieces(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

const links = (text: string) =>
  addressPieces(text).flatMap(({ text: shown, href }) => (href ? [{ shown, href }] : []))

// covers HURD-COMMENT-05
test.each([
  ['See https://example.org/a?b=c#d.', 'https://example.org/a?b=c#d'],
  ['(http://example.org/road_(plan))', 'http://example.org/road_(plan)'],
  ['"https://example.org/straße", she said', 'https://example.org/straße'],
  ['HTTPS://Example.org', 'HTTPS://Example.org'],
  ['https://example.org:8080/x!', 'https://example.org:8080/x'],
])('%j has the link %s, which leads where it says', (text, address) => {
  expect(links(text)).toEqual([{ shown: address, href: address }])
  expect(
    addressPieces(text)
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
  expect(addressPieces(text)).toEqual([{ text, href: null }])
})
