/**
 * Text someone is writing, kept for this tab per person and place until it is sent or cancelled, so that an expired
 * session does not lose it (R85). Signing out removes it.
 */
const prefix = 'draft:'
const listeners = new Set<() => void>()

function keyOf(userId: string, place: string): string {
  return `${prefix}${userId}:${place}`
}

export function readDraft(userId: string, place: string): string {
  return sessionStorage.getItem(keyOf(userId, place)) ?? ''
}

/** An empty text is no draft. */
export function saveDraft(userId: string, place: string, text: string) {
  if (text === '') sessionStorage.removeItem(keyOf(userId, place))
  else sessionStorage.setItem(keyOf(userId, place), text)
  for (const listener of listeners) listener()
}

/** Calls the listener after a draft has changed; the answer ends that. */
export function onDraftChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether there is a draft of this place or of one below it, whose name begins with its name. */
export function hasDraft(userId: string, place: string): boolean {
  const key = keyOf(userId, place)
  return Object.keys(sessionStorage).some((one) => one === key || one.startsWith(`${key}:`))
}

export function dropDrafts() {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  }
}
