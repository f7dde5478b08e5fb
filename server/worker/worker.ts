import type { FastifyBaseLogger } from 'fastify'

export type Rounds = {
  /** There is something to do: a round begins, or one more follows the one that is under way. */
  wake: () => void
  /** No round begins any more; answers when the one under way has ended. */
  stop: () => Promise<void>
}

type RoundParts = {
  /** How often to look without being woken, in milliseconds. */
  pollMs: number
  log: FastifyBaseLogger
  /** What is logged when a round fails; the next one tries again. */
  trouble: string
  /** Does all that is due; it looks now and then whether it is to stop. */
  work: (isStopping: () => boolean) => Promise<void>
}

/** Work beside the requests, one round at a time: at once when woken, and now and then for what was put off. */
export function startRounds({ pollMs, log, trouble, work }: RoundParts): Rounds {
  let round: Promise<void> | null = null
  let again = false
  let stopping = false
  const isStopping = () => stopping

  function wake(): void {
    again = true
    if (!stopping) round ??= workWhileCalled()
  }

  async function workWhileCalled(): Promise<void> {
    try {
      while (again && !isStopping()) {
        again = false
        await work(isStopping)
      }
    } catch (error) {
      log.warn({ err: error }, trouble)
    } finally {
      round = null
    }
  }

  const timer = setInterval(wake, pollMs).unref()
  return {
    wake,
    async stop() {
      stopping = true
      clearInterval(timer)
      await round
    },
  }
}
