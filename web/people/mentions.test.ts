import { expect, test } from 'vitest'
import { mentionPieces } from './mentions.ts'

const usernames = (text: string) =>
  mentionPieces(text)
    .map((piece) => piece.username)
    .filter((name) => name !== null)

// covers CIV-COMMENTS-24
test('a mention contains all characters after the @ that can be part of a username', () => {
  expect(usernames('@ann hi')).toEqual(['ann'])
  expect(usernames('Thanks, @mary-jane_2! And (@bo).')).toEqual(['mary-jane_2', 'bo'])
})

test('an email address and a lone @ are plain text', () => {
  expect(usernames('write to ann@example.org @ noon, or a@@b')).toEqual([])
})

test('the pieces of a text contain all of its characters', () => {
  const text = 'See @ann, @bob and @@cy\nat x@y.z'
  expect(
    mentionPieces(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
