import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const daySeconds = 24 * 60 * 60
/** The browser deletes the cookie after this time, because no session is longer (decision 2). */
const sessionSeconds = 180 * daySeconds
/** The longest time for which browsers keep a cookie. It begins again with each sign-in. */
const deviceSeconds = 400 * daySeconds

// 256 bits as base64url. Anything else cannot be one of our keys.
const keyShape = /^[A-Za-z0-9_-]{43}$/

/**
 * The name of the session cookie. Browsers accept a name that begins with `__Host-` only over HTTPS, for the whole host and
 * for no other. Over HTTP the name contains the port, because browsers share cookies between the ports of a host.
 */
export function sessionCookieName(publicOrigin: string): string {
  return cookieName(publicOrigin, 'hurd_session')
}

/** The name of the cookie by which the browser is recognized at its next sign-in. It gives no access to anything. */
export function deviceCookieName(publicOrigin: string): string {
  return cookieName(publicOrigin, 'hurd_device')
}

function cookieName(publicOrigin: string, name: string): string {
  const { protocol, port } = new URL(publicOrigin)
  return protocol === 'https:' ? `__Host-${name}` : `${name}_${port || '80'}`
}

/**
 * True if the client requests cookies with the header `X-Session: cookie`. False if the browser uses HTTP although the
 * public origin is HTTPS, because it would not store secure cookies.
 */
export function acceptsCookies({ headers }: FastifyRequest, publicOrigin: string): boolean {
  if (headers['x-session'] !== 'cookie') return false
  return headers.origin === undefined || schemeOf(headers.origin) === schemeOf(publicOrigin)
}

/** A new random key for a cookie. */
export function newKey(): string {
  return randomBytes(32).toString('base64url')
}

function schemeOf(origin: string): string | undefined {
  return origin.split(':', 1)[0]
}

export function digestBrowserKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Reads the key from a cookie of a request, or null if there is no cookie, or if its value cannot be a key. */
export function readCookieKey(request: FastifyRequest, cookieName: string): string | null {
  const value = parseCookie(request.headers.cookie ?? '')[cookieName]
  return value !== undefined && keyShape.test(value) ? value : null
}

/** True if a browser that sends this key is the one that signed in. A session without a hash belongs to any client. */
export function isSameBrowser(browser_hash: Buffer | null, key: string | null): boolean {
  if (browser_hash === null) return true
  return key !== null && timingSafeEqual(digestBrowserKey(key), browser_hash)
}

/** Gives the browser the key of its session. Scripts cannot read it, and no other site can make the browser send it. */
export function setSessionCookie(reply: FastifyReply, publicOrigin: string, key: string) {
  sendCookie(reply, publicOrigin, { name: sessionCookieName(publicOrigin), key, maxAge: sessionSeconds })
}

export function clearSessionCookie(reply: FastifyReply, publicOrigin: string) {
  sendCookie(reply, publicOrigin, { name: sessionCookieName(publicOrigin), key: '', maxAge: 0 })
}

/** Gives the browser the key by which it is recognized. It stays when the member signs out. */
export function setDeviceCookie(reply: FastifyReply, publicOrigin: string, key: string) {
  sendCookie(reply, publicOrigin, { name: deviceCookieName(publicOrigin), key, maxAge: deviceSeconds })
}

function sendCookie(
  reply: FastifyReply,
  publicOrigin: string,
  { name, key, maxAge }: { name: string; key: string; maxAge: number },
) {
  const secure = publicOrigin.startsWith('https:')
  const cookie = { name, value: key, path: '/', maxAge, httpOnly: true, sameSite: 'strict', secure } as const
  reply.header('set-cookie', stringifySetCookie(cookie))
}
