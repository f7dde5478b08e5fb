/*
 * The browser's storage. Some browsers block it, and then every access throws. This page then keeps the values in memory so
 * that all screens work until the page is closed. A value that does not fit into the storage is kept in memory, too.
 */
type Area = 'local' | 'session'

const memory: Readonly<Record<Area, Map<string, string>>> = { local: new Map(), session: new Map() }

/** Returns null if the browser blocks the storage, and during the build, which has no browser. */
function storageOf(area: Area): Storage | null {
  try {
    return area === 'local' ? localStorage : sessionStorage
  } catch {
    return null
  }
}

/** True if the browser blocks the storage. The session needs it, so nobody can sign in then. */
export function isStorageBlocked(): boolean {
  return storageOf('local') === null
}

export function readItem(area: Area, key: string): string | null {
  return memory[area].get(key) ?? storageOf(area)?.getItem(key) ?? null
}

/** Stores a value. Null deletes it. */
export function writeItem(area: Area, key: string, value: string | null) {
  const storage = storageOf(area)
  memory[area].delete(key)
  if (value === null) {
    storage?.removeItem(key)
    return
  }
  try {
    if (storage) storage.setItem(key, value)
    else memory[area].set(key, value)
  } catch {
    storage?.removeItem(key)
    memory[area].set(key, value)
  }
}

export function itemKeys(area: Area): string[] {
  return [...Object.keys(storageOf(area) ?? {}), ...memory[area].keys()]
}
