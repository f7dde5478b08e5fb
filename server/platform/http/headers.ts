import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/kit/refusals.ts'
import { versionText } from '#server/platform/settings/version.ts'
import { robotsHeader } from './pages/robots.ts'

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The only Trusted Types policy registers the service worker (web/offline/register.ts), so no string in the page can become
  // HTML or a script.
  'trusted-types service-worker',
].join('; ')

/**
 * Returns the policy of a built page, which permits the scripts and styles in its <head> by their hashes. Any other
 * script or style that somebody might inject into the page is forbidden.
 */
export function pagePolicy(page: string): string {
  const scripts = hashesOf(page, /<script(?: data-[^>]*)?>([^]*?)<\/script>/g)
  const styles = hashesOf(page, /<style[^>]*>([^]*?)<\/style>/g)
  return contentSecurityPolicy
    .replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' '))
    .replace("style-src 'self'", ["style-src 'self'", ...styles].join(' '))
}

/** Returns the policy of a page that other sites may frame. The page has its own styles and loads only the logo. */
export function embedPolicy(styles: string): string {
  const style = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
  return [
    "default-src 'none'",
    `style-src ${style}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function hashesOf(page: string, element: RegExp): string[] {
  return Array.from(page.matchAll(element), ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}

/** Returns the security headers and the version for every response. HSTS is sent only if the public origin is https. */
export function safetyHeaders(publicOrigin: string): Record<string, string> {
  const always: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    'x-hurd-version': versionText(),
    ...robotsHeader,
  }
  if (publicOrigin.startsWith('https:')) always['strict-transport-security'] = 'max-age=31536000'
  return always
}

/**
 * Headers that only mean something for what a browser shows as a page. Scripts, styles and fonts are sent without them, because
 * they would be a third of the bytes of a small script. An SVG picture can be opened as a page.
 */
export const documentHeaders = [
  'content-security-policy',
  'permissions-policy',
  'x-frame-options',
  'cross-origin-opener-policy',
  'x-robots-tag',
  'x-hurd-version',
] as const

/** The policy of a response that is no page, which a browser could at most show as text. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

export function addSafetyHeaders(app: FastifyInstance, publicOrigin: string) {
  const always = safetyHeaders(publicOrigin)
  const ofData: Record<string, string> = { ...always, 'content-security-policy': dataPolicy }
  delete ofData['permissions-policy']
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofData : always)
    if (hasTwoHosts(request.raw.rawHeaders)) refuse('invalid_request')
    done()
  })
}

/**
 * Returns true if a request has two Host headers. RFC 9112 section 3.2 forbids this, because a proxy and this server
 * could each use a different one.
 */
function hasTwoHosts(rawHeaders: string[]): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}
