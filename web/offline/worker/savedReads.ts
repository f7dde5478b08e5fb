import { pushPath } from '#contract/push.ts'

/*
 * Responses to reads of one member, which are shown when the network fails. Their cache is named after the session's token,
 * so no member sees what was saved for another one. Signing out deletes it.
 */
const prefix = 'saved '
/** When the response was saved, as ISO 8601, and its size in bytes. */
const savedAtHeader = 'x-saved-at'
const sizeHeader = 'x-saved-bytes'

const maxBytes = 20 * 1024 * 1024

/** Rises when a session ends or another one reads, because a response on its way is then not saved anymore. */
let ended = 0
/** The cache of the session that read last. */
let latest = ''
/** Responses are saved one after the other, because the first one of a session deletes those of another. */
let saving = Promise.resolve()

/**
 * What a member can read without a network: the first page of the feed, what moved, updates, and the bills that they opened or
 * follow. Also whether this browser shows notifications (push.ts). The member's own record is left out, because it has the postal address.
 */
const savedPaths =
  /^\/api\/(?:bills|bills\/(?:moved|topics)|bills\/[0-9a-f-]{36}(?:\/.+)?|activity\/groups|notifications(?:\/push)?|updates|follows)$/

export function isSavedRead({ pathname, searchParams }: URL): boolean {
  if (!savedPaths.test(pathname)) return false
  // Of lists, only the first page without a search.
  if (['q', 'after', 'before'].some((name) => searchParams.has(name))) return false
  return Number(searchParams.get('offset') ?? 0) === 0
}

/** Answers from the network, or with the saved response if there is no network. */
export async function readOrSaved(
  request: Request,
  authorization: string,
  afterward: (work: Promise<unknown>) => void,
): Promise<Response> {
  const name = prefix + (await hashOf(authorization))
  if (name !== latest) {
    latest = name
    ended += 1
  }
  const began = ended
  try {
    const response = await fetch(request)
    if (response.ok) {
      const copy = response.clone()
      saving = saving.then(() => save(name, request.url, copy, () => began === ended)).catch(() => undefined)
      afterward(saving)
    }
    return response
  } catch (error) {
    const saved = (await caches.has(name)) ? await caches.match(request.url, { cacheName: name }) : undefined
    if (!saved) throw error
    return saved
  }
}

/** Deletes what was saved, because the session ended. */
export async function endSession(): Promise<void> {
  ended += 1
  await deleteSaved()
}

async function deleteSaved(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)))
}

async function save(name: string, url: string, response: Response, isCurrent: () => boolean): Promise<void> {
  const body = await response.blob()
  if (!isCurrent() || body.size > maxBytes) return
  // Another session began without a sign-out of the one before.
  if (!(await caches.has(name))) await deleteSaved()
  const headers = {
    'content-type': response.headers.get('content-type') ?? 'application/json',
    [savedAtHeader]: new Date().toISOString(),
    [sizeHeader]: String(body.size),
  }
  const cache = await caches.open(name)
  await cache.put(url, new Response(body, { headers }))
  await trim(cache)
  // The session may have ended while the response was written.
  if (!isCurrent()) await caches.delete(name)
}

/** Deletes the oldest responses until the rest fits, but not the one that lets notifications be shown. A cache lists its responses in the order in which they were saved. */
async function trim(cache: Cache): Promise<void> {
  const sizes: { request: Request; bytes: number }[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    sizes.push({ request, bytes: Number(response?.headers.get(sizeHeader) ?? 0) })
  }
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { request, bytes } of sizes) {
    if (total <= maxBytes) return
    if (new URL(request.url).pathname === pushPath) continue
    await cache.delete(request)
    total -= bytes
  }
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
