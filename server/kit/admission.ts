import { Refusal } from '../../contract/kit/refusals.ts'

/** Lets a bounded number in at once and a bounded number wait a bounded time; the rest is told to come back. */
export type Admission = {
  <T>(work: () => Promise<T>): Promise<T>
  /** Refuses at once when there is no more room to wait: before anything else is done for nothing. */
  checkRoom: () => void
}

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

  function checkRoom() {
    if (inside >= limits.atOnce && queue.length >= limits.waiting) {
      throw new Refusal('overloaded', { retryAfter: 2 })
    }
  }

  function wait(): Promise<void> {
    checkRoom()
    return new Promise((enter, turnAway) => {
      const timer = setTimeout(() => {
        const at = queue.findIndex((waiter) => waiter.enter === enter)
        queue.splice(at, 1)
        turnAway(new Refusal('overloaded', { retryAfter: 2 }))
      }, limits.waitMs)
      queue.push({ enter, timer })
    })
  }

  async function admit<T>(work: () => Promise<T>): Promise<T> {
    if (inside < limits.atOnce) inside += 1
    else await wait()
    try {
      return await work()
    } finally {
      leave()
    }
  }
  return Object.assign(admit, { checkRoom })
}
