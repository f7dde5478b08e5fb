import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `isSo` answers true. An error counts as not yet. */
export async function until(what: string, seconds: number, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + seconds * 1000
  let last: unknown = null
  while (performance.now() < end) {
    try {
      if (await isSo()) return
      last = null
    } catch (error) {
      last = error
    }
    await sleep(200)
  }
  throw new Error(`${what}: not within ${seconds} s`, { cause: last })
}
