import { expect, test } from 'vitest'
import { mentionPieces, typedMention } from './mentions.ts'

const usernames = (text: string) =>
  mentionPieces(text)
    .map((piece) => piece.username)
    .filter((name) => name !== null)

// covers CIV-COMMENTS-24
test('a mention contains all characters after the @ that can be part of a username', () => {
  expect(usernames('@ann hi')).toEqual(['ann'])
  expect(usernames('Thanks, @mary-jane_2! And (@bo).')).toEqual(['mary-jane_2', 'bo'])
})

// covers HURD-MENTION-03
test('a name that is longer than usernames can be is plain text', () => {
  expect(usernames(`@${'a'.repeat(50)} @${'b'.repeat(51)}`)).toEqual(['a'.repeat(50)])
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
  '@josé',
  '@tom\u0301',
  '@tomд and @дом',
])('%j contains no mention', (text) => {
  expect(usernames(text)).toEqual([])
})

// covers HURD-MENTION-01
test('a mention starts after a blank, an opening bracket or another opening mark', () => {
  expect(usernames('"@a" “@b” «@c» ‘@d’ ¿@e? ¡@f!')).toEqual('abcdef'.split(''))
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

// covers HURD-MENTION-02
test.each([
  ['@', '', 1],
  ['Hi @lu', 'lu', 4],
  ['(@mary-j', 'mary-j', 2],
  ['¿@lu', 'lu', 2],
  ['“@lu', 'lu', 2],
  ['a\n@', '', 3],
])('in %j the name %j is being typed', (text, name, start) => {
  expect(typedMention(text, text.length)).toEqual({ start, name })
})

// covers HURD-MENTION-02
test.each(['', 'ann@example', 'https://x.example/@lu', '@lu ', '@lu@', 'a@'])(
  'in %j no mention is being typed',
  (text) => {
    expect(typedMention(text, text.length)).toBeNull()
  },
)
