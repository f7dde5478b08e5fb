import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { searchLinked } from './linkedComment.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = new Promise<never>(() => undefined)
const done = Promise.resolve()
const failing = () => Promise.reject(new Error('Network error'))
const find = async () => 'thread'

// covers CIV-HIGHLIGHT-01
test('the search starts when the discussion has loaded, or after 1.5 s', async () => {
  const find = vi.fn(async () => 'thread')
  void searchLinked({ discussionLoaded: never, find, openCategory: () => done })
  await vi.advanceTimersByTimeAsync(1_499)
  expect(find).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(find).toHaveBeenCalled()

  const findWhenLoaded = vi.fn(async () => 'thread')
  await searchLinked({ discussionLoaded: done, find: findWhenLoaded, openCategory: () => done })
  expect(findWhenLoaded).toHaveBeenCalled()
})

// covers CIV-HIGHLIGHT-03
test('a category that takes longer than 1 s does not delay the comment', async () => {
  const onResult = vi.fn()
  const openCategory = vi.fn(() => never)
  void searchLinked({ discussionLoaded: done, find: async () => 'thread', openCategory }).then(onResult)
  await vi.advanceTimersByTimeAsync(999)
  expect(openCategory).toHaveBeenCalledWith('thread')
  expect(onResult).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onResult).toHaveBeenCalledWith('thread')
})

test('a discussion or category that fails to load does not delay the search, and a missing comment gives null', async () => {
  expect(await searchLinked({ discussionLoaded: failing(), find, openCategory: failing })).toBe('thread')
  expect(await searchLinked({ discussionLoaded: done, find: failing, openCategory: () => done })).toBeNull()
})
