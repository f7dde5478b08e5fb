import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { searchLinked } from './linkedComment.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = new Promise<never>(() => undefined)
const done = Promise.resolve()
const failing = () => Promise.reject(new Error('Network error'))
const find = async () => 'thread'

// covers CIV-HIGHLIGHT-01
test('the search begins when the discussion has loaded, and after 1.5 s at the latest', async () => {
  const asked = vi.fn(async () => 'thread')
  void searchLinked({ discussionLoaded: never, find: asked, openCategory: () => done })
  await vi.advanceTimersByTimeAsync(1_499)
  expect(asked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveBeenCalled()

  const atOnce = vi.fn(async () => 'thread')
  await searchLinked({ discussionLoaded: done, find: atOnce, openCategory: () => done })
  expect(atOnce).toHaveBeenCalled()
})

// covers CIV-HIGHLIGHT-03
test('a category that takes longer than 1 s does not keep the reader from the comment', async () => {
  const found = vi.fn()
  const opened = vi.fn(() => never)
  void searchLinked({ discussionLoaded: done, find: async () => 'thread', openCategory: opened }).then(found)
  await vi.advanceTimersByTimeAsync(999)
  expect(opened).toHaveBeenCalledWith('thread')
  expect(found).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(found).toHaveBeenCalledWith('thread')
})

test('a discussion or a category that cannot be loaded is no reason to wait; a comment that is nowhere is not found', async () => {
  expect(await searchLinked({ discussionLoaded: failing(), find, openCategory: failing })).toBe('thread')
  expect(await searchLinked({ discussionLoaded: done, find: failing, openCategory: () => done })).toBeNull()
})
