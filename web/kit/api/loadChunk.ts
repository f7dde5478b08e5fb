/**
 * Loads a part of the app that the build has put into files of its own. The build uses this in place of Vite's helper
 * (vite.config.ts), after whose failures there is no second chance: many browsers remember for the life of the page that
 * an import or a preload failed, and a stylesheet that failed is never asked for again. Here the files are fetched before
 * the import, so that the import finds them in the browser's cache and cannot fail.
 */
export async function loadChunk<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => loadOnce(`/${file}`)))
  return load()
}

/** Long enough for a slow connection; without a limit, one that has died would leave a spinner for ever. */
const fileTimeout = 30_000

const loaded = new Map<string, Promise<unknown>>()

function loadOnce(href: string): Promise<unknown> {
  const known = loaded.get(href)
  if (known) return known
  // What the page itself names is there already.
  if (document.querySelector(`link[href="${href}"], script[src="${href}"]`)) return Promise.resolve()
  const loading = href.endsWith('.css') ? loadStyles(href) : loadScript(href)
  loaded.set(href, loading)
  loading.catch(() => loaded.delete(href))
  return loading
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
  // While the page itself loads, every request counts. If that fails, reloading the page is no loss.
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
