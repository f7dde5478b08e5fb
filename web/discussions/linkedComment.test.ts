import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findLinkedThread } from './linkedComment.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = new Promise<never>(() => undefined)
const done = Promise.resolve()
const failing = () => Promise.reject(new Error('Network error'))
const findThread = async () => 'thread'

// covers CIV-HIGHLIGHT-01
test('the search starts when the discussion has loaded, or after 1.5 s', async () => {
  const find = vi.fn(async () => 'thread')
  void findLinkedThread({ discussionLoaded: never, find, openAll: () => done })
  await vi.advanceTimersByTimeAsync(1_499)
  expect(find).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(find).toHaveBeenCalled()

  const findWhenLoaded = vi.fn(async () => 'thread')
  await findLinkedThread({ discussionLoaded: done, find: findWhenLoaded, openAll: () => done })
  expect(findWhenLoaded).toHaveBeenCalled()
})

// covers CIV-HIGHLIGHT-03
test('a linked comment waits at most 1 s for the list of all comments', async () => {
  const onResult = vi.fn()
  const openAll = vi.fn(() => never)
  void findLinkedThread({ discussionLoaded: done, find: findThread, openAll }).then(onResult)
  await vi.advanceTimersByTimeAsync(999)
  expect(openAll).toHaveBeenCalled()
  expect(onResult).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onResult).toHaveBeenCalledWith('thread')
})

test('if the discussion and the list fail to load, the thread is found at once, and a missing comment yields null', async () => {
  expect(await findLinkedThread({ discussionLoaded: failing(), find: findThread, openAll: failing })).toBe(
    'thread',
  )
  expect(await findLinkedThread({ discussionLoaded: done, find: failing, openAll: () => done })).toBeNull()
})
