import { useEffect, useMemo, useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react'

/**
 * The current history entry. The sign-in screens use this module, because they are shown before the router is loaded.
 * Entries have the router's format so that the router and this module can read each other's entries.
 */
type HistoryEntry = { pathname: string; search: string; hash: string; state: unknown }

/** The history entry for which the build renders the page of /login. */
const prerendered: HistoryEntry = { pathname: '/login', search: '', hash: '', state: null }

const listeners = new Set<() => void>()
let cached: { href: string; entry: unknown; value: HistoryEntry } | null = null

function currentEntry(): HistoryEntry {
  const { href, pathname, search, hash } = window.location
  const entry: unknown = window.history.state
  if (cached?.href !== href || cached.entry !== entry) {
    const state = typeof entry === 'object' && entry !== null && 'usr' in entry ? entry.usr : null
    // React would render the prerendered page again for a different object, even if its content were equal.
    const isPrerendered = pathname === prerendered.pathname && !search && !hash && !state
    cached = { href, entry, value: isPrerendered ? prerendered : { pathname, search, hash, state } }
  }
  return cached.value
}

export function useHistoryEntry(): HistoryEntry {
  return useSyncExternalStore(subscribe, currentEntry, () => prerendered)
}

export function useQuery(): URLSearchParams {
  const { search } = useHistoryEntry()
  return useMemo(() => new URLSearchParams(search), [search])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

/** Called after every navigation by a script, because the browser sends no event for those. */
export function reportNavigation() {
  for (const listener of listeners) listener()
}

type Options = { state?: unknown; replace?: boolean }

export function goTo(path: string, { state = null, replace = false }: Options = {}) {
  const before: unknown = window.history.state
  const index = typeof before === 'object' && before !== null && 'idx' in before ? Number(before.idx) : 0
  const key = Math.random().toString(36).slice(2, 10)
  if (replace) window.history.replaceState({ usr: state, key, idx: index }, '', path)
  else window.history.pushState({ usr: state, key, idx: index + 1 }, '', path)
  reportNavigation()
}

/** Goes to another address as soon as this component is rendered. */
export function Redirect({ to, state }: { to: string; state: unknown }) {
  useEffect(() => goTo(to, { state, replace: true }), [to, state])
  return null
}

type EntryLinkProps = ComponentProps<'a'> & { to: string; state: unknown }

/** A link that works without the router. A click that opens a new tab or window is left to the browser. */
export function EntryLink({ to, state, children, ...rest }: EntryLinkProps) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(to, { state })
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}
