import { languageParameter } from '#contract/kit/languages.ts'
import { language } from '#contract/kit/translate.ts'

/*
 * The shell: the pages without anybody's data, and the files that they name. Each build has its own, and the one before is
 * kept, because an open page of that build may still load its files.
 */
const prefix = 'shell '
/** Replaced by the build. It differs whenever a file of the pages differs. */
declare const buildId: string
const shell = prefix + buildId

/** The page of the feed has the early feed in it. All other screens have the second page. */
const [feed, anyScreen] = ['/feed', '/updates']

/** Saves the pages and their files. A failure leaves the worker of the build before in place. */
export async function saveShell(): Promise<void> {
  const cache = await caches.open(shell)
  const files = new Set<string>()
  for (const path of [feed, anyScreen]) {
    const response = await fetch(`${path}?${languageParameter}=${language()}`, {
      cache: 'no-cache',
      credentials: 'omit',
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    await cache.put(path, response.clone())
    const names = (await response.text()).matchAll(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g)
    for (const [name] of names) files.add(name)
  }
  await cache.addAll([...files])
}

export async function deleteOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== shell)
  // The names are listed in the order in which the caches were opened.
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)))
}

/** A page comes from the network so that it is never out of date, and from the shell only if the network fails. */
export async function answerPage(request: Request, preload: Promise<unknown>): Promise<Response> {
  try {
    const preloaded = await preload
    return preloaded instanceof Response ? preloaded : await fetch(request)
  } catch (error) {
    const { pathname } = new URL(request.url)
    const page = await caches.match(pathname === feed ? feed : anyScreen, { cacheName: shell })
    if (!page) throw error
    return page
  }
}

/** A file of a build never changes, so it is read from the shells first. Other files are saved when they are first loaded. */
export async function answerFile(request: Request): Promise<Response> {
  const saved = await caches.match(request.url)
  if (saved) return saved
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(shell)
    await cache.put(request.url, response.clone())
  }
  return response
}
