import { expect, test } from 'vitest'
import { checkAddressList, readAddressList } from './codes.ts'

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => `p${index}@example.org`).join('\n')

// covers HURD-CODES-05
test('a list has one address on each line, several with commas, names, or the columns of a CSV file', () => {
  const text = [
    '\uFEFFName,Email,City',
    'Ana Lima,ana@example.org,Austin',
    '"Bo, Jr." <bo@example.org>;',
    '',
    'cy@example.org, di@example.org\tEd ed@example.org',
    'ANA@example.org',
  ].join('\r\n')
  expect(readAddressList(text)).toEqual({
    addresses: ['ana@example.org', 'bo@example.org', 'cy@example.org', 'di@example.org', 'ed@example.org'],
    repeated: 1,
    problems: [],
  })
  expect(checkAddressList(text)).toBeNull()
})

test('each line without an address or with a wrong one is listed with its number, a repeated one once', () => {
  const text = 'ana@example.org\n\nNobody\nbo@@example.org, bo@@example.org\nNobody else'
  expect(readAddressList(text).problems).toEqual([
    { line: 3, text: 'Nobody', message: 'No email address' },
    { line: 4, text: 'bo@@example.org', message: 'Not a valid email address' },
    { line: 5, text: 'Nobody else', message: 'No email address' },
  ])
  expect(checkAddressList(text)).toBe('Check lines 3, 4 and 5')
  expect(checkAddressList('x\n'.repeat(9))).toBe('Check lines 1, 2, 3, 4, 5 and 4 more')
})

test('an empty list, a heading alone and a list of 501 addresses are refused', () => {
  expect(checkAddressList('  ')).toBe('Enter at least one email address')
  expect(checkAddressList('Email')).toBe('Enter at least one email address')
  expect(checkAddressList(people(500))).toBeNull()
  expect(checkAddressList(people(501))).toBe(
    'You can invite 500 people at a time. This list has 501 addresses.',
  )
  expect(checkAddressList('x'.repeat(60_001))).toBe('This list is too long. Invite fewer people at a time.')
})
