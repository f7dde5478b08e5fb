import { createElement, lazy, type ComponentType } from 'react'
import { PageFileError } from './loadChunk.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Thrown while rendering a part of the app whose code could not be loaded. */
export class PartLoadError extends Error {
  /** Loads the code again. Once it resolves, the part can be rendered. */
  readonly reload: () => Promise<void>
  /** Makes the next render load the code again. Without this, React.lazy would repeat the failure forever. */
  readonly reset: () => void
  /** True if the server has a newer build than this tab, so the file may no longer exist. */
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
 * Works like React.lazy, but retries a failed load once. If that fails too, it throws a PartLoadError, and the
 * surrounding boundary can use the error to load the code again.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  let Part: ComponentType<Props>
  let needsPageReload = false

  async function loadOrThrow() {
    try {
      return await loadWithRetry(load)
    } catch (error) {
      needsPageReload = error instanceof PageFileError
      throw new PartLoadError(error, { reload, reset, isOutdated: await isPageOutdated() })
    }
  }
  async function reload() {
    // The page is not reloaded while the browser is offline, because then the member would have no page at all.
    if (needsPageReload && navigator.onLine) {
      return window.location.reload()
    }
    Part = (await loadOrThrow()).default
  }
  function reset() {
    Part = lazy(loadOrThrow)
  }
  reset()
  return (props) => createElement(Part, props)
}

/** Starts to load a part before it is rendered. A failure is ignored here, because the boundary reports it later. */
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

/** Checks whether the server's current page uses a different script from the page in this tab. */
async function isPageOutdated(): Promise<boolean> {
  const scriptOfTab = document
    .querySelector<HTMLElement>('script[data-scripts]')
    ?.dataset['scripts']?.split(' ')[0]
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(pageTimeout) })
    return response.ok && scriptOfTab != null && !(await response.text()).includes(scriptOfTab)
  } catch {
    return false
  }
}
