import { expect, test } from 'vitest'
import { allowed, banned, bannedPhrases } from './wordList.ts'
import { findWords } from './words.ts'

test.each([
  ['an identifier', 'const heldStance = 1'],
  ['a column', 'select held_at from stances'],
  ['a comment', '// What is held stays.'],
  ['a constant', 'const HELD = 1'],
])('a banned word is found in %s', (_where, line) => {
  const findings = findWords('server/participation/stances/stance.ts', `const a = 1\n${line}`)
  expect(findings).toMatchObject([{ line: 2, word: 'held', suggestion: 'existing, current, stored' }])
})

test('a word that only contains a banned word is accepted', () => {
  expect(findWords('web/kit/ui/Sheet.tsx', 'const campaign = withheld && indeed // cornerstone')).toEqual([])
})

test('several banned words of one line are all reported', () => {
  expect(findWords('x.ts', 'tellFollowers(foreignRecord)').map(({ word }) => word)).toEqual([
    'tell',
    'foreign',
  ])
})

test('an allowed word hides no other word of its rule in the same line', () => {
  const line = 'await Promise.allSettled(groups.map(unsettle))'
  expect(findWords('server/platform/postgres/db.ts', line).map(({ word }) => word)).toEqual(['unsettle'])
})

test('the number of a ruling that no reader has is found', () => {
  expect(findWords('docs/review.md', 'Fixed by R93.').map(({ word }) => word)).toEqual(['r93'])
})

test('a purpose clause after a comma is found', () => {
  expect(findWords('x.ts', '// Locks the row, so that writes wait.').map(({ word }) => word)).toEqual([
    ', so that',
  ])
  expect(findWords('x.ts', '// Locks the row so that writes wait.')).toEqual([])
})

test('a participle that names a value, a response called an answer and a contraction are found', () => {
  const lines = [
    'const known = byId.get(id)',
    'type Located = { state: string }',
    'type Known = { state: string }',
    'expect(answer.status).toBe(200)',
    "// It can't wait.",
  ]
  expect(lines.map((line) => findWords('server/app.ts', line).length)).toEqual([1, 1, 1, 1, 1])
  const accepted = [
    'const knownIds = []',
    'type Feed = Entry[]',
    'type LocatedPlace = Place',
    "throw new Error('You can’t')",
    '// The "can\'t" of a text.',
  ]
  expect(accepted.flatMap((line) => findWords('server/app.ts', line))).toEqual([])
})

test('a path or a URL that is called an address is found', () => {
  const lines = [
    'function readFilters(address: URLSearchParams) {',
    "const url = new URL(address, 'https://hurd.invalid')",
    '<a href={address}>',
    '// The address of the page names the bill.',
    " * The feed's secret addresses end.",
    '/** The permanent address of a bill. */',
  ]
  expect(lines.map((line) => findWords('web/app/App.tsx', line).length)).toEqual([1, 1, 1, 1, 1, 1])
  const accepted = [
    'const { address } = user',
    '// The divisions of the address of a member.',
    "t('Check the address of the page.')",
  ]
  expect(accepted.flatMap((line) => findWords('web/app/App.tsx', line))).toEqual([])
})

test('a foreign key keeps its name', () => {
  expect(findWords('db/tables/40_bills.sql', 'comment: the foreign key of the bill')).toEqual([])
})

test('an allowed word is accepted in its file only', () => {
  expect(findWords('CONTRIBUTING.md', 'held')).toEqual([])
  expect(findWords('README.md', 'held')).toHaveLength(1)
})

test('every banned word has a suggestion', () => {
  expect([...banned, ...bannedPhrases].filter(({ suggestion }) => suggestion === '')).toEqual([])
})

test('every allowed word has a reason', () => {
  expect(allowed.filter(({ reason }) => reason === '')).toEqual([])
})
