import { Refusal } from '../../contract/refusals.ts'

/** Lets a bounded number in at once and a bounded number wait a bounded time; the rest is told to come back. */
export type Admission = <T>(work: () => Promise<T>) => Promise<T>

export function admission(limits: { atOnce: number; waiting: number; waitMs: number }): Admission {
  let inside = 0
  const queue: { enter: () => void; timer: NodeJS.Timeout }[] = []

  function leave() {
    const next = queue.shift()
    if (!next) {
      inside -= 1
      return
    }
    clearTimeout(next.timer)
    next.enter()
  }

  function wait(): Promise<void> {
    if (queue.length >= limits.waiting) throw new Refusal('overloaded', { retryAfter: 2 })
    return new Promise((enter, turnAway) => {
      const timer = setTimeout(() => {
        const at = queue.findIndex((waiter) => waiter.enter === enter)
        queue.splice(at, 1)
        turnAway(new Refusal('overloaded', { retryAfter: 2 }))
      }, limits.waitMs)
      queue.push({ enter, timer })
    })
  }

  return async (work) => {
    if (inside < limits.atOnce) inside += 1
    else await wait()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
