import { useSyncExternalStore } from 'react'

/*
 * The service worker answers reads with saved responses while the network fails (web/offline/worker/). The screen then says
 * when they were saved, and reads everything again when the server answers.
 */
let savedAt: string | null = null
const listeners = new Set<() => void>()

/** Notes whether a response was saved earlier, and when. Of several, the oldest counts. */
export function noteResponse({ headers }: Pick<Response, 'headers'>) {
  const time = headers.get('x-saved-at')
  if (time === savedAt || (time !== null && savedAt !== null && time > savedAt)) return
  savedAt = time
  for (const listener of listeners) listener()
}

/** True if what is shown was read earlier. */
export function showsSavedReads(): boolean {
  return savedAt !== null
}

/** Returns when the responses on the screen were saved, or null if they come from the server. */
export function useSavedAt(): string | null {
  return useSyncExternalStore(
    onSavedReads,
    () => savedAt,
    () => null,
  )
}

export function onSavedReads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
