import { useRef } from 'react'
import { useSession } from '#web/kit/session/session.ts'
import { ApiError } from './api.ts'
import { newIdempotencyKey } from './idempotencyKey.ts'

/** An action whose response was lost. `action` names what the member did, with the input and the state that it changes. */
type LostAction = { action: string; idempotencyKey: string }

/**
 * Sends actions so that a retry is safe. When the response to an action was lost, the server may have done the action. If
 * the member then repeats the same action, it is sent with the same key so that the server does it only once.
 */
export function useIdempotentRetry() {
  const lost = useRef<LostAction | null>(null)
  function send<T>(action: string, request: (idempotencyKey: string) => Promise<T>): Promise<T> {
    return sendOnce(lost, action, request)
  }
  return { send }
}

const lostByDraft = new Map<string, { current: LostAction | null }>()

/** Works like `useIdempotentRetry` for text that is stored as a draft. Like the draft, the key outlives the form. */
export function useDraftRetry(draftKey: string) {
  const userId = useSession().user?.userId ?? 'visitor'
  async function send<T>(action: string, request: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const name = `${userId}:${draftKey}`
    const lost = lostByDraft.get(name) ?? { current: null }
    lostByDraft.set(name, lost)
    try {
      return await sendOnce(lost, action, request)
    } finally {
      if (!lost.current) lostByDraft.delete(name)
    }
  }
  return { send }
}

async function sendOnce<T>(
  lost: { current: LostAction | null },
  action: string,
  request: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const idempotencyKey = lost.current?.action === action ? lost.current.idempotencyKey : newIdempotencyKey()
  lost.current = null
  try {
    return await request(idempotencyKey)
  } catch (error) {
    if (responseWasLost(error)) lost.current = { action, idempotencyKey }
    throw error
  }
}

/** True when there was no readable response so that the server may have done the action. */
export function responseWasLost(error: unknown): boolean {
  return error instanceof ApiError && !error.hasResponse
}
