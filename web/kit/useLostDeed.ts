import { useRef } from 'react'
import { ApiError, newActionKey } from './api.ts'

/**
 * A deed whose answer was lost may have been done. Asked for again, in the same words and in the same state of things, it
 * goes out under the same key, so that the server does it once (R90). `deed` names both: what is done, and to what state.
 */
export function useLostDeed() {
  const lost = useRef<{ deed: string; actionKey: string } | null>(null)
  async function repeat<T>(deed: string, send: (actionKey: string) => Promise<T>): Promise<T> {
    const actionKey = lost.current?.deed === deed ? lost.current.actionKey : newActionKey()
    lost.current = null
    try {
      return await send(actionKey)
    } catch (error) {
      if (wasLost(error)) lost.current = { deed, actionKey }
      throw error
    }
  }
  return { repeat }
}

/** No readable answer came, so it may have arrived. */
export function wasLost(error: unknown): boolean {
  return error instanceof ApiError && !error.answered
}
