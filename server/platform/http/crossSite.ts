import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/kit/refusals.ts'
import { isApi } from './http.ts'

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes to the API that a page of another site makes in a member's browser. No such write could succeed without the
 * session's token, apart from signing a visitor in to somebody else's account. Browsers state where a request comes from in
 * Sec-Fetch-Site, and older ones at least in Origin. Other programs send neither and are not affected.
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function refuseCrossSite(app: FastifyInstance, publicOrigin: string) {
  app.addHook('onRequest', ({ method, url, headers }, _reply, done) => {
    if (readingMethods.has(method) || !isApi(url)) return done()
    const site = headers['sec-fetch-site']
    const isOwn =
      site === undefined
        ? headers.origin === undefined || isOwnOrigin(headers.origin, publicOrigin, headers.host)
        : site === 'same-origin' || site === 'none'
    if (!isOwn) refuse('cross_site_request')
    done()
  })
}

/** A server is often reached under other names than its public one, such as `localhost`. */
function isOwnOrigin(origin: string, publicOrigin: string, host: string | undefined): boolean {
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === host)
}
