import { Refusal } from '../../contract/kit/refusals.ts'

/** Lets a bounded number in at once and a bounded number wait a bounded time; the rest is asked to come back. */
export type Admission = {
  <T>(work: () => Promise<T>): Promise<T>
  /** Refuses at once when there is no more room to wait: before anything else is done for nothing. */
  checkRoom: () => void
  isIdle: () => boolean
  /** Calls back each time the last work inside has ended. */
  onIdle: (notify: () => void) => void
}

export type AdmissionLimits = {
  atOnce: number
  waiting: number
  waitMs: number
  /**
   * Makes this work of lower priority: it goes in one at a time, and only while nothing is inside `first`. Whoever has
   * been first in the queue for `patienceMs` goes in anyway, up to `atOnce`: `first` may never be idle on a busy site,
   * and one slow read must not stop all others.
   */
  behind?: { first: Pick<Admission, 'isIdle' | 'onIdle'>; patienceMs: number }
}

export function admission(limits: AdmissionLimits): Admission {
  const { atOnce, behind } = limits
  let inside = 0
  let patience: NodeJS.Timeout | undefined
  const queue: { enter: () => void; timer: NodeJS.Timeout }[] = []
  const onIdle: (() => void)[] = []

  const mayEnter = () => (behind ? inside === 0 && behind.first.isIdle() : inside < atOnce)

  function letNextIn() {
    const next = queue.shift()
    if (!next) return
    clearTimeout(next.timer)
    inside += 1
    next.enter()
  }

  function advance() {
    clearTimeout(patience)
    while (queue.length > 0 && mayEnter()) letNextIn()
    if (!behind || queue.length === 0 || inside >= atOnce) return
    patience = setTimeout(() => {
      letNextIn()
      advance()
    }, behind.patienceMs)
  }

  function leave() {
    inside -= 1
    advance()
    if (inside === 0) for (const notify of onIdle) notify()
  }

  function checkRoom() {
    if (inside >= atOnce && queue.length >= limits.waiting) {
      throw new Refusal('overloaded', { retryAfter: 2 })
    }
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
      if (queue.length === 1) advance()
    })
  }

  async function admit<T>(work: () => Promise<T>): Promise<T> {
    if (queue.length === 0 && mayEnter()) inside += 1
    else await wait()
    try {
      return await work()
    } finally {
      leave()
    }
  }
  behind?.first.onIdle(advance)
  return Object.assign(admit, {
    checkRoom,
    isIdle: () => inside === 0,
    onIdle: (notify: () => void) => void onIdle.push(notify),
  })
}
