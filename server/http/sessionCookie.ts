import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** No session lives longer, so the browser may forget the cookie then. See decision 2. */
const maxAgeSeconds = 180 * 24 * 60 * 60

// 256 bits as base64url. Anything else cannot be one of our keys.
const keyShape = /^[A-Za-z0-9_-]{43}$/

/**
 * The name of the session cookie. Browsers accept a name that begins with `__Host-` only over HTTPS, for the whole host and
 * for no other. Over HTTP the name contains the port, because browsers share cookies between the ports of a host.
 */
export function sessionCookieName(publicOrigin: string): string {
  const { protocol, port } = new URL(publicOrigin)
  return protocol === 'https:' ? '__Host-hurd_session' : `hurd_session_${port || '80'}`
}

/**
 * A new key for the cookie if the client asks for one with the header `X-Session: cookie`, otherwise null. Also null if
 * the browser reached the server by HTTP although its public origin is HTTPS, because it would not store the cookie.
 */
export function newBrowserKey({ headers }: FastifyRequest, publicOrigin: string): string | null {
  if (headers['x-session'] !== 'cookie') return null
  if (headers.origin !== undefined && schemeOf(headers.origin) !== schemeOf(publicOrigin)) return null
  return randomBytes(32).toString('base64url')
}

function schemeOf(origin: string): string | undefined {
  return origin.split(':', 1)[0]
}

export function digestBrowserKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Reads the key from the session cookie of a request. Null if there is no cookie, or if its value cannot be a key. */
export function readBrowserKey(request: FastifyRequest, cookieName: string): string | null {
  const start = `${cookieName}=`
  const pairs = request.headers.cookie?.split(';').map((pair) => pair.trim()) ?? []
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
  return value !== undefined && keyShape.test(value) ? value : null
}

/** Whether a browser that sends this key is the one that signed in. A session without a hash belongs to any client. */
export function isSameBrowser(browser_hash: Buffer | null, key: string | null): boolean {
  if (browser_hash === null) return true
  return key !== null && timingSafeEqual(digestBrowserKey(key), browser_hash)
}

/** Gives the browser its key. Scripts cannot read it, and no other site can make the browser send it. */
export function setSessionCookie(reply: FastifyReply, publicOrigin: string, key: string) {
  sendCookie(reply, publicOrigin, key, maxAgeSeconds)
}

export function clearSessionCookie(reply: FastifyReply, publicOrigin: string) {
  sendCookie(reply, publicOrigin, '', 0)
}

function sendCookie(reply: FastifyReply, publicOrigin: string, value: string, maxAge: number) {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${sessionCookieName(publicOrigin)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`,
  )
}
