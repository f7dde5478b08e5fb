/**
 * Loads the files of a chunk and then imports it. The build uses this instead of Vite's preload helper (vite.config.ts),
 * whose failures cannot be retried: many browsers remember a failed import or preload until the page is reloaded, and
 * Vite never requests a failed stylesheet again. Here the files are in the browser's cache before the import so that the
 * import cannot fail.
 */
export async function loadChunk<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => loadOnce(`/${file}`)))
  try {
    return await load()
  } catch (error) {
    throw files.some((file) => isInPage(`/${file}`)) ? new PageFileError(error) : error
  }
}

/** Thrown when a file in the page's HTML failed to load. The browser remembers the failure until the page is reloaded. */
export class PageFileError extends Error {
  constructor(cause: unknown) {
    super('A file of the page could not be loaded', { cause })
    this.name = 'PageFileError'
  }
}

/** The timeout is long enough for a slow connection. Without it, a dead connection would show a spinner forever. */
const fileTimeout = 30_000

const loads = new Map<string, Promise<unknown>>()

function loadOnce(href: string): Promise<unknown> {
  const earlierLoad = loads.get(href)
  if (earlierLoad) {
    return earlierLoad
  }
  if (isInPage(href)) {
    return Promise.resolve()
  }
  const load = href.endsWith('.css') ? loadStyles(href) : loadScript(href)
  loads.set(href, load)
  load.catch(() => loads.delete(href))
  return load
}

/** True if the page's HTML contains the file. The browser then loads it without our code. */
function isInPage(href: string): boolean {
  return (
    document.querySelector(`link[href="${href}"], script[src="${href}"], style[data-file="${href}"]`) !== null
  )
}

function loadStyles(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    const fail = () => {
      link.remove()
      reject(new Error(`${href} could not be loaded`))
    }
    const timer = setTimeout(fail, fileTimeout)
    link.addEventListener('load', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
    link.addEventListener('error', () => {
      clearTimeout(timer)
      fail()
    })
    link.href = href
    document.head.append(link)
  })
}

async function loadScript(href: string): Promise<unknown> {
  // While the page is loading, a preload saves a request. If it fails, the page can be reloaded without losing anything.
  if (document.readyState !== 'complete') {
    return preloadModule(href)
  }
  const response = await fetch(href, { signal: AbortSignal.timeout(fileTimeout) })
  if (!response.ok) {
    throw new Error(`${href} answered ${response.status}`)
  }
  return response.arrayBuffer()
}

function preloadModule(href: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
