/**
 * Loads the files of a chunk and then imports it. The build uses this instead of Vite's preload helper (vite.config.ts),
 * whose failures cannot be retried: many browsers remember a failed import or preload until the page is reloaded, and
 * Vite never requests a failed stylesheet again. Here the files are in the browser's cache before the import, so that the
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

/** A file that the page itself requests failed, and the browser remembers that until the page is loaded again. */
export class PageFileError extends Error {
  constructor(cause: unknown) {
    super('A file of the page could not be loaded', { cause })
    this.name = 'PageFileError'
  }
}

/** Long enough for a slow connection. Without a timeout, a dead connection would show a spinner forever. */
const fileTimeout = 30_000

const loaded = new Map<string, Promise<unknown>>()

function loadOnce(href: string): Promise<unknown> {
  const known = loaded.get(href)
  if (known) return known
  if (isInPage(href)) return Promise.resolve()
  const loading = href.endsWith('.css') ? loadStyles(href) : loadScript(href)
  loaded.set(href, loading)
  loading.catch(() => loaded.delete(href))
  return loading
}

/** Files in the page's HTML are requested by the browser. */
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
  // While the page is loading, a preload saves a request. If it fails, nothing is lost by reloading the page.
  if (document.readyState !== 'complete') return preloadModule(href)
  const response = await fetch(href, { signal: AbortSignal.timeout(fileTimeout) })
  if (!response.ok) throw new Error(`${href} answered ${response.status}`)
  return response.arrayBuffer()
}

function preloadModule(href: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
