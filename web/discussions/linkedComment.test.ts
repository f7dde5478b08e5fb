import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { categoryOfComment } from './linkedComment.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = new Promise<never>(() => undefined)
const categories = ['general', 'economic', 'personal', 'questions']

// covers CIV-HIGHLIGHT-02
test('each category is tried in turn until the comment is found, and no further', async () => {
  const tried: string[] = []
  const holds = async (category: string) => {
    tried.push(category)
    return category === 'personal'
  }
  const found = categoryOfComment({ categories, discussionLoaded: Promise.resolve(), holds })
  expect(await found).toBe('personal')
  expect(tried).toEqual(['general', 'economic', 'personal'])
})

// covers CIV-HIGHLIGHT-01
test('the search begins when the discussion has loaded, and after 1.5 s at the latest', async () => {
  const holds = vi.fn(async () => true)
  void categoryOfComment({ categories, discussionLoaded: never, holds })
  await vi.advanceTimersByTimeAsync(1_499)
  expect(holds).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(holds).toHaveBeenCalledWith('general')

  const atOnce = vi.fn(async () => true)
  await categoryOfComment({ categories, discussionLoaded: Promise.resolve(), holds: atOnce })
  expect(atOnce).toHaveBeenCalled()
})

// covers CIV-HIGHLIGHT-03
test('a category that takes longer than 1 s is passed over and tried again last', async () => {
  const tried: string[] = []
  let isSlow = true
  const holds = (category: string) => {
    tried.push(category)
    if (category === 'general') return isSlow ? never : Promise.resolve(true)
    return Promise.resolve(false)
  }
  const found = categoryOfComment({ categories, discussionLoaded: Promise.resolve(), holds })
  await vi.advanceTimersByTimeAsync(999)
  expect(tried).toEqual(['general'])
  isSlow = false
  await vi.advanceTimersByTimeAsync(1)
  expect(await found).toBe('general')
  expect(tried).toEqual([...categories, 'general'])
})

test('a comment that is in no category, also where one cannot be loaded, is not found', async () => {
  const found = categoryOfComment({
    categories,
    discussionLoaded: Promise.resolve(),
    holds: async (category) => {
      if (category === 'economic') throw new Error('Network error')
      return false
    },
  })
  expect(await found).toBeNull()
})
