import { createElement, lazy, type ComponentType } from 'react'
import { PageFileError } from './loadChunk.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Thrown while rendering a part of the app whose code could not be loaded. */
export class PartLoadError extends Error {
  /** Loads the code again. Once it resolves, the part can be rendered. */
  readonly reload: () => Promise<void>
  /** Makes the next render load the code again, because React.lazy never forgets a failure. */
  readonly reset: () => void
  /** The server has a newer build than this tab, so the file may no longer exist. */
  readonly isOutdated: boolean

  constructor(cause: unknown, part: Pick<PartLoadError, 'reload' | 'reset' | 'isOutdated'>) {
    super('A part of the page could not be loaded', { cause })
    this.name = 'PartLoadError'
    this.reload = part.reload
    this.reset = part.reset
    this.isOutdated = part.isOutdated
  }
}

/**
 * React.lazy with one automatic retry. After that it throws a PartLoadError, with which the surrounding boundary can load
 * the code again.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  let Loaded: ComponentType<Props>
  let needsNewPage = false

  async function loadOrThrow() {
    try {
      return await loadWithRetry(load)
    } catch (error) {
      needsNewPage = error instanceof PageFileError
      throw new PartLoadError(error, { reload, reset, isOutdated: await isPageOutdated() })
    }
  }
  async function reload() {
    // Offline, the page that is open is better than none.
    if (needsNewPage && navigator.onLine) return window.location.reload()
    Loaded = (await loadOrThrow()).default
  }
  function reset() {
    Loaded = lazy(loadOrThrow)
  }
  reset()
  return (props) => createElement(Loaded, props)
}

/** Starts loading before the part is rendered. The boundary reports a failure when the part is rendered. */
export function preload(load: () => Promise<unknown>) {
  void load().catch(() => undefined)
}

const retryDelay = 400

/** Loads a chunk or another file, with one retry. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryDelay))
    return load()
  }
}

const pageTimeout = 10_000

/** Compares the script of this tab with the one in the server's current page. */
async function isPageOutdated(): Promise<boolean> {
  const started = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(pageTimeout) })
    return response.ok && started != null && !(await response.text()).includes(started)
  } catch {
    return false
  }
}
