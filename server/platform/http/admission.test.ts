import { expect, test, vi } from 'vitest'
import { admission, type Admission } from './admission.ts'

const never = 60_000

/** Returns a function that starts a task. The task runs until it is ended, and is added to `entered` when it begins. */
function opener(entered: string[]) {
  return (gate: Admission, name: string) => {
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const ended = gate(() => {
      entered.push(name)
      return promise
    })
    return async () => {
      end()
      await ended
    }
  }
}

test('requests of members run at once, and requests of visitors wait until no request of a member is running', async () => {
  const entered: string[] = []
  const open = opener(entered)
  const members = admission({ atOnce: 10, waiting: 10, waitMs: never })
  const behind = { first: members, patienceMs: never }
  const visitors = admission({ atOnce: 4, waiting: 10, waitMs: never, behind })

  const endFirst = open(members, 'first member')
  const endVisitor = open(visitors, 'visitor')
  const endSecond = open(members, 'second member')
  expect(entered).toEqual(['first member', 'second member'])
  await endFirst()
  expect(entered).toEqual(['first member', 'second member'])
  await endSecond()
  expect(entered).toEqual(['first member', 'second member', 'visitor'])
  // A running task of a visitor does not delay members.
  const endThird = open(members, 'third member')
  expect(entered.at(-1)).toBe('third member')
  await endThird()
  await endVisitor()
})

test('visitors run one at a time, in the order in which they arrived', async () => {
  const entered: string[] = []
  const open = opener(entered)
  const members = admission({ atOnce: 10, waiting: 10, waitMs: never })
  const behind = { first: members, patienceMs: never }
  const visitors = admission({ atOnce: 4, waiting: 10, waitMs: never, behind })

  const ends = ['ana', 'ben', 'cleo'].map((name) => open(visitors, name))
  expect(entered).toEqual(['ana'])
  await ends[0]!()
  expect(entered).toEqual(['ana', 'ben'])
  await ends[1]!()
  expect(entered).toEqual(['ana', 'ben', 'cleo'])
  await ends[2]!()
  expect(visitors.isIdle()).toBe(true)
})

test('a slow task of a visitor does not block the next visitor while members come and go', async () => {
  vi.useFakeTimers()
  try {
    const entered: string[] = []
    const open = opener(entered)
    const members = admission({ atOnce: 10, waiting: 10, waitMs: never })
    const behind = { first: members, patienceMs: 50 }
    const visitors = admission({ atOnce: 2, waiting: 10, waitMs: never, behind })
    const ends = ['slow visitor', 'next visitor'].map((name) => open(visitors, name))
    for (let read = 0; read < 5; read += 1) {
      await vi.advanceTimersByTimeAsync(20)
      await open(members, 'member')()
    }
    expect(entered).toContain('next visitor')
    for (const end of ends) await end()
  } finally {
    vi.useRealTimers()
  }
})

test('a visitor who has waited long enough runs even if members never pause', async () => {
  const entered: string[] = []
  const open = opener(entered)
  const members = admission({ atOnce: 10, waiting: 10, waitMs: never })
  const visitors = admission({
    atOnce: 2,
    waiting: 10,
    waitMs: never,
    behind: { first: members, patienceMs: 1 },
  })

  const endMember = open(members, 'member')
  await visitors(async () => void entered.push('patient visitor'))
  // A slow task of a visitor delays the next visitor no longer than a task of a member does.
  const endSlow = open(visitors, 'slow visitor')
  await visitors(async () => void entered.push('next visitor'))
  expect(entered).toEqual(['member', 'patient visitor', 'slow visitor', 'next visitor'])
  await endSlow()
  await endMember()
})

test('a task that waits too long or finds the queue full is refused with Retry-After', async () => {
  const gate = admission({ atOnce: 1, waiting: 1, waitMs: 1 })
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const inside = gate(() => promise)
  const waiting = gate(async () => 'too late')
  await expect(gate(async () => 'no room')).rejects.toMatchObject({ code: 'overloaded', retryAfter: 2 })
  await expect(waiting).rejects.toMatchObject({ code: 'overloaded', retryAfter: 2 })
  end()
  await inside
  expect(await gate(async () => 'room again')).toBe('room again')
})
