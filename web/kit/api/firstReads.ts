import { positionHeaders } from './writePosition.ts'

/**
 * A read that the page needs first. web/start.ts sends these reads while the scripts are still loading, and `call` uses
 * the responses. The first page therefore waits for the scripts and the data at the same time.
 */
export type FirstRead = { response: Promise<Response>; sentAt: number; stop: () => void }

type FirstReads = { token: string; byUrl: Map<string, FirstRead> }

declare global {
  // oxlint-disable-next-line no-var -- TypeScript adds only `var` to globalThis
  var firstReads: FirstReads | undefined
}

/** An older response is not used, because it may no longer be true. */
const maxAgeMs = 10_000

export function sendFirstReads(urls: readonly string[], token: string) {
  const { byUrl } = (globalThis.firstReads ??= { token, byUrl: new Map<string, FirstRead>() })
  for (const url of urls) {
    byUrl.set(url, send(url, token))
  }
}

function send(url: string, token: string): FirstRead {
  const controller = new AbortController()
  const response = fetch(url, {
    headers: { ...positionHeaders(), authorization: `Bearer ${token}` },
    signal: controller.signal,
  })
  // The call that takes the response handles the failure.
  response.catch(() => undefined)
  return { response, sentAt: performance.now(), stop: () => controller.abort() }
}

/** Returns the response to a first read, and leaves the read for the call that will need it. */
export async function copyFirstRead<Body>(url: string): Promise<Body> {
  const response = await globalThis.firstReads?.byUrl.get(url)?.response
  if (!response?.ok) {
    throw new Error(`${url} was not read`)
  }
  const body: Body = await response.clone().json()
  return body
}

/** Returns the first read of this URL if it was sent with this token. A first read can be taken only once. */
export function claimFirstRead(url: string, token: string | null): FirstRead | null {
  const reads = globalThis.firstReads
  const read = reads?.byUrl.get(url)
  if (!reads || !read) {
    return null
  }
  reads.byUrl.delete(url)
  return reads.token === token && performance.now() - read.sentAt < maxAgeMs ? read : null
}

/** Discards the first reads. Called before every write, because older responses may not be true after it. */
export function dropFirstReads() {
  globalThis.firstReads = undefined
}
