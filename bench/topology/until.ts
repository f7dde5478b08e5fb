import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until the condition is true. An error counts as false. */
export async function until(what: string, seconds: number, condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + seconds * 1000
  let lastError: unknown = null
  while (performance.now() < end) {
    try {
      if (await condition()) return
      lastError = null
    } catch (error) {
      lastError = error
    }
    await sleep(200)
  }
  throw new Error(`${what}: not within ${seconds} s`, { cause: lastError })
}
