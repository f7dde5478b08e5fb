import { useEffect, useMemo, useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react'

/** An entry of the browser's history. The sign-in screens read it here, because they do not load the router. */
export type HistoryEntry = {
  pathname: string
  search: string
  hash: string
  state: unknown
  /** Differs for every entry, also for two entries with the same URL. */
  key: string
  /** True on the first page and after Back or Forward. The browser then restores the scroll position. */
  isRestored: boolean
}

export type NavigateOptions = { state?: unknown; replace?: boolean | undefined }

/** The history entry for which the build renders the page of /login. */
const prerendered: HistoryEntry = {
  pathname: '/login',
  search: '',
  hash: '',
  state: null,
  key: '',
  isRestored: true,
}

const listeners = new Set<() => void>()
let isRestored = true
let cached: { href: string; stored: unknown; entry: HistoryEntry } | null = null

export function currentEntry(): HistoryEntry {
  const { href, pathname, search, hash } = window.location
  const stored: unknown = window.history.state
  if (cached?.href !== href || cached.stored !== stored) {
    const { usr: state = null, key } = readStored(stored)
    // React would render the prerendered page again for a different object, even if its content were equal.
    const isPrerendered = pathname === prerendered.pathname && !search && !hash && !state
    const entry = isPrerendered
      ? prerendered
      : { pathname, search, hash, state, key: String(key), isRestored }
    cached = { href, stored, entry }
  }
  return cached.entry
}

function readStored(stored: unknown): { usr?: unknown; key?: unknown } {
  return typeof stored === 'object' && stored !== null ? stored : {}
}

export function useHistoryEntry(): HistoryEntry {
  return useSyncExternalStore(subscribe, currentEntry, () => prerendered)
}

export function useQuery(): URLSearchParams {
  const { search } = useHistoryEntry()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** The browser reports Back and Forward. It sends no event for a navigation by a script, so `navigate` calls the listeners. */
export function subscribe(listener: () => void) {
  const restore = () => {
    isRestored = true
    listener()
  }
  listeners.add(listener)
  window.addEventListener('popstate', restore)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', restore)
  }
}

export function navigate(to: string, { state = null, replace = false }: NavigateOptions = {}) {
  const entry = { usr: state, key: Math.random().toString(36).slice(2, 10) }
  const href = resolveHref(to)
  isRestored = false
  if (replace) window.history.replaceState(entry, '', href)
  else window.history.pushState(entry, '', href)
  for (const listener of listeners) listener()
}

/** Never returns the URL of another site: two slashes at the start would name one. A query alone keeps the path. */
function resolveHref(to: string): string {
  const href = /^[?#]/.test(to) ? window.location.pathname + to : to
  return `/${href.replace(/^[/\\]+|\?(?=#|$)/g, '')}`
}

/** Goes to another URL as soon as this component is rendered. */
export function Navigate({ to, state, replace }: { to: string } & NavigateOptions) {
  const href = resolveHref(to)
  useEffect(() => navigate(href, { state, replace }), [href, state, replace])
  return null
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & NavigateOptions & { to: string }

/**
 * A link to a screen of the app. A click that opens a new tab or window is left to the browser. A link to the current URL adds
 * no entry to the history.
 */
export function Link({ to, state, replace, onClick, children, ...rest }: LinkProps) {
  const href = resolveHref(to)
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || (rest.target && rest.target !== '_self')) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const current = window.location.pathname + window.location.search + window.location.hash
    navigate(href, { state, replace: replace ?? href === current })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
