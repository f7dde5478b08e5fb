/**
 * Unsent text, stored in this tab for one member under one key until it is sent or canceled, so that an expired session
 * does not lose it. Signing out deletes it.
 */
const prefix = 'draft:'
const listeners = new Set<() => void>()

function storageKey(userId: string, key: string): string {
  return `${prefix}${userId}:${key}`
}

export function readDraft(userId: string, key: string): string {
  // The build renders the sign-in form without a browser.
  if (typeof sessionStorage === 'undefined') return ''
  return sessionStorage.getItem(storageKey(userId, key)) ?? ''
}

/** An empty text deletes the draft. */
export function saveDraft(userId: string, key: string, text: string) {
  if (text === '') sessionStorage.removeItem(storageKey(userId, key))
  else sessionStorage.setItem(storageKey(userId, key), text)
  for (const listener of listeners) listener()
}

/** Calls the listener after every change of a draft, until the returned function is called. */
export function onDraftChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether there is a draft under this key or under a longer one that starts with it and a colon. */
export function hasDraft(userId: string, key: string): boolean {
  const wanted = storageKey(userId, key)
  return Object.keys(sessionStorage).some((stored) => stored === wanted || stored.startsWith(`${wanted}:`))
}

export function deleteAllDrafts() {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  }
}

/** The named fields of a draft that holds a form as JSON. Fields that are missing or not text are left out. */
export function readDraftFields<Values extends object>(
  draft: string,
  fields: readonly (keyof Values)[],
): Partial<Values> {
  const values: Partial<Values> = {}
  try {
    const stored: Partial<Values> = JSON.parse(draft || '{}')
    for (const field of fields) {
      if (typeof stored[field] === 'string') Object.assign(values, { [field]: stored[field] })
    }
  } catch {
    // Text that is not JSON was not stored by a form.
  }
  return values
}
