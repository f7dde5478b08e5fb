import { useRef } from 'react'
import { useSession } from '../session/session.ts'
import { ApiError, newIdempotencyKey } from './api.ts'

type LostDeed = { deed: string; idempotencyKey: string }

/**
 * A deed whose answer was lost may have been done. Asked for again, in the same words and in the same state of things, it
 * goes out under the same key, so that the server does it once (R90). `deed` names both: what is done, and to what state.
 */
export function useIdempotentRetry() {
  const lost = useRef<LostDeed | null>(null)
  function repeat<T>(deed: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    return sendOnce(lost, deed, send)
  }
  return { repeat }
}

const lostByPlace = new Map<string, { current: LostDeed | null }>()

/** The same for what is sent from a draft: the key outlives the form, as the text does. */
export function useDraftRetry(place: string) {
  const userId = useSession().user?.userId ?? 'visitor'
  async function repeat<T>(deed: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const name = `${userId}:${place}`
    const lost = lostByPlace.get(name) ?? { current: null }
    lostByPlace.set(name, lost)
    try {
      return await sendOnce(lost, deed, send)
    } finally {
      if (!lost.current) lostByPlace.delete(name)
    }
  }
  return { repeat }
}

async function sendOnce<T>(
  lost: { current: LostDeed | null },
  deed: string,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const idempotencyKey = lost.current?.deed === deed ? lost.current.idempotencyKey : newIdempotencyKey()
  lost.current = null
  try {
    return await send(idempotencyKey)
  } catch (error) {
    if (responseWasLost(error)) lost.current = { deed, idempotencyKey }
    throw error
  }
}

/** No readable answer came, so it may have arrived. */
export function responseWasLost(error: unknown): boolean {
  return error instanceof ApiError && !error.answered
}
