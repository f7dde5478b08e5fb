import { itemKeys, readItem, writeItem } from '#web/kit/browserStorage.ts'

/**
 * A draft is unsent text. It is stored in this tab, for one member and under one key, until the text is sent or canceled
 * so that it survives an expired session. Signing out deletes all drafts.
 */
const prefix = 'draft:'
const listeners = new Set<() => void>()

function storageKey(userId: string, key: string): string {
  return `${prefix}${userId}:${key}`
}

export function readDraft(userId: string, key: string): string {
  return readItem('session', storageKey(userId, key)) ?? ''
}

/** Saves a draft. An empty text deletes it. */
export function saveDraft(userId: string, key: string, text: string) {
  writeItem('session', storageKey(userId, key), text === '' ? null : text)
  for (const listener of listeners) listener()
}

/** Calls the listener after every change of a draft, until the returned function is called. */
export function onDraftChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * True if there is a draft under this key, or under a longer key that begins with this key and a colon. The draft under
 * `exceptKey` does not count.
 */
export function hasDraft(userId: string, key: string, exceptKey?: string): boolean {
  const draftKey = storageKey(userId, key)
  const except = exceptKey && storageKey(userId, exceptKey)
  return itemKeys('session').some(
    (name) => name !== except && (name === draftKey || name.startsWith(`${draftKey}:`)),
  )
}

/** True if any member left a draft in this tab under a key that begins with this key and a colon. */
export function someoneHasDraft(key: string): boolean {
  return itemKeys('session').some(
    (name) =>
      name.startsWith(prefix) && name.slice(name.indexOf(':', prefix.length) + 1).startsWith(`${key}:`),
  )
}

export function deleteAllDrafts() {
  for (const key of itemKeys('session')) {
    if (key.startsWith(prefix)) writeItem('session', key, null)
  }
}

/** Reads the named fields of a draft that contains a form as JSON. Fields that are missing or not text are left out. */
export function readDraftFields<Values extends object>(
  draft: string,
  fields: readonly (keyof Values)[],
): Partial<Values> {
  const values: Partial<Values> = {}
  try {
    const storedValues: Partial<Values> = JSON.parse(draft || '{}')
    for (const field of fields) {
      if (typeof storedValues[field] === 'string') Object.assign(values, { [field]: storedValues[field] })
    }
  } catch {
    // The draft is not JSON, so no form stored it, and it has no fields.
  }
  return values
}
