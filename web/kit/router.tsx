import {
  createContext,
  startTransition,
  use,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { currentEntry, subscribe, type HistoryEntry } from './history.tsx'
import { decodePart } from './paths.ts'

export type Params = Partial<Record<string, string>>

const LocationContext = createContext<HistoryEntry | null>(null)
const ParamsContext = createContext<Params>({})

/** Gives the screens the current entry of the history. A screen stays until the code of the next one is loaded. */
export function Router({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState(currentEntry)
  useLayoutEffect(() => subscribe(() => startTransition(() => setEntry(currentEntry()))), [])
  return <LocationContext value={entry}>{children}</LocationContext>
}

export function ParamsProvider({ params, children }: { params: Params; children: ReactNode }) {
  return <ParamsContext value={params}>{children}</ParamsContext>
}

export function useLocation(): HistoryEntry {
  const entry = use(LocationContext)
  if (!entry) throw new Error('useLocation needs a <Router>')
  return entry
}

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Returns the URL of a path with a query. Without a path, it is the current one. */
export function withQuery(query: URLSearchParams, pathname = window.location.pathname): string {
  return String(query) ? `${pathname}?${query}` : pathname
}

/** Returns the named parts of the URL, such as `groupId` of the route /groups/:groupId. */
export function useParams(): Params {
  return use(ParamsContext)
}

/**
 * Returns the named parts of the path, or null if the path does not belong to the route. In a route, `:name` is one part,
 * `:name?` may be missing, and `*` at the end stands for any rest.
 */
export function matchPath(route: string, pathname: string): Params | null {
  const names: string[] = []
  const pattern = route
    .replace(/^\/$/, '')
    .replace(/\/(?:\*|:(\w+)(\??))/g, (_part, name?: string, mark?: string) => {
      if (!name) return '(?:/.*)?'
      names.push(name)
      return mark ? '(?:/([^/]+))?' : '/([^/]+)'
    })
  const match = new RegExp(`^${pattern}/?$`, 'i').exec(pathname)
  return match && Object.fromEntries(names.map((name, index) => [name, decodePart(match[index + 1])]))
}
