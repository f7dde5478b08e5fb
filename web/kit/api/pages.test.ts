import { expect, test } from 'vitest'
import { byCursor, withoutDuplicates } from './pages.ts'

test('an item that moved from one page to the next is shown once, at its first position', () => {
  const items = [{ id: 'a' }, { id: 'b' }, { id: 'b' }, { id: 'c' }, { id: 'a' }]
  expect(withoutDuplicates(items, ({ id }) => id).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a page without a cursor is the last one', () => {
  expect(byCursor.getNextPageParam({ next: 'abc' })).toBe('abc')
  expect(byCursor.getNextPageParam({ next: null })).toBeUndefined()
})
