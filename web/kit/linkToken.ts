import { isStorageBlocked, readItem, writeItem } from './browserStorage.ts'

const storageKey = 'linkToken'

/**
 * Moves the token of an emailed link from the URL to this tab's storage, before the page requests anything. The URL
 * would otherwise be in the browser's history, and programs that see it could use the link. The storage survives a reload
 * and a sign-in. If the browser blocks it, the token stays in the URL.
 */
export function stashLinkToken(): void {
  const query = new URLSearchParams(location.search)
  const token = query.get('token')
  if (token === null || isStorageBlocked()) return
  writeItem('session', storageKey, `${location.pathname} ${token}`)
  query.delete('token')
  const search = String(query) && `?${query}`
  history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`)
}

/** Returns the token of the link that opened this page. Empty if there is none. */
export function readLinkToken(): string {
  const [path, token = ''] = (readItem('session', storageKey) ?? '').split(' ')
  return path === location.pathname ? token : (new URLSearchParams(location.search).get('token') ?? '')
}

export function forgetLinkToken(): void {
  writeItem('session', storageKey, null)
}
