import { Refusal } from '#contract/kit/refusals.ts'

/**
 * Runs a limited number of tasks at the same time and queues a limited number. Further tasks are refused with
 * Retry-After.
 */
export type Admission = {
  <T>(work: () => Promise<T>): Promise<T>
  /** Refuses if the queue is full. Call it before work that a refusal would waste. */
  checkRoom: () => void
  isIdle: () => boolean
  counts: () => { running: number; waiting: number }
  /** Calls `notify` each time the last running task has ended. */
  onIdle: (notify: () => void) => void
}

export type AdmissionLimits = {
  atOnce: number
  waiting: number
  waitMs: number
  /**
   * Gives these tasks a lower priority: they run one at a time, and only while nothing runs in `first`. The first task of
   * the queue runs anyway after `patienceMs`, up to `atOnce` tasks, because `first` may never be idle on a busy site and
   * one slow read must not block all others.
   */
  behind?: { first: Pick<Admission, 'isIdle' | 'onIdle'>; patienceMs: number }
}

export function admission(limits: AdmissionLimits): Admission {
  const { atOnce, behind } = limits
  let running = 0
  let patience: NodeJS.Timeout | undefined
  const queue: { enter: () => void; timer: NodeJS.Timeout }[] = []
  const onIdle: (() => void)[] = []

  const mayEnter = () => (behind ? running === 0 && behind.first.isIdle() : running < atOnce)

  function startNext() {
    const next = queue.shift()
    if (!next) return
    clearTimeout(next.timer)
    running += 1
    next.enter()
  }

  function advance() {
    const first = queue[0]
    while (queue.length > 0 && mayEnter()) startNext()
    const mustWait = behind !== undefined && queue.length > 0 && running < atOnce
    // Only another first task has the whole patience before it, because `first` is idle many times a second.
    if (!mustWait || queue[0] !== first) {
      clearTimeout(patience)
      patience = undefined
    }
    if (!mustWait || patience) return
    patience = setTimeout(() => {
      patience = undefined
      startNext()
      advance()
    }, behind.patienceMs)
  }

  function leave() {
    running -= 1
    advance()
    if (running === 0) for (const notify of onIdle) notify()
  }

  function checkRoom() {
    if (queue.length >= limits.waiting && !(queue.length === 0 && mayEnter())) {
      throw new Refusal('overloaded', { retryAfter: 2 })
    }
  }

  function wait(): Promise<void> {
    if (queue.length >= limits.waiting) throw new Refusal('overloaded', { retryAfter: 2 })
    return new Promise((enter, reject) => {
      const timer = setTimeout(() => {
        const index = queue.findIndex((waiter) => waiter.enter === enter)
        queue.splice(index, 1)
        reject(new Refusal('overloaded', { retryAfter: 2 }))
      }, limits.waitMs)
      queue.push({ enter, timer })
      if (queue.length === 1) advance()
    })
  }

  async function admit<T>(work: () => Promise<T>): Promise<T> {
    if (queue.length === 0 && mayEnter()) running += 1
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
    isIdle: () => running === 0,
    counts: () => ({ running, waiting: queue.length }),
    onIdle: (notify: () => void) => void onIdle.push(notify),
  })
}

/**
 * Returns a function that runs the tasks of one member one after another so that one member does not fill the queue in which all
 * wait.
 */
export function oneAtATime() {
  const latest = new Map<string, Promise<unknown>>()
  return async <Result>(user_id: string, work: () => Promise<Result>): Promise<Result> => {
    const current = (latest.get(user_id) ?? Promise.resolve()).then(work, work)
    latest.set(user_id, current)
    try {
      return await current
    } finally {
      if (latest.get(user_id) === current) latest.delete(user_id)
    }
  }
}
