import { readBranding, type Instance } from '#contract/branding/branding.ts'
import { hasTag } from '#server/platform/http/etag.ts'
import { raw } from '#server/platform/http/route/raw.ts'
import type { Route } from '#server/platform/http/route/route.ts'

/** Answers programs with the branding, without a query. A program that has this version already gets 304. */
export function brandingRoute(current: () => Instance): Route {
  return raw(
    readBranding,
    async ({ request, reply }) => {
      const branding = current()
      const { version, registration, sections, translations } = branding
      const etag = `W/"${[version, registration, ...sections, ...translations].join(' ')}"`
      reply.headers({ etag, 'cache-control': 'public, max-age=60' })
      if (!hasTag(request.headers, etag)) return { branding }
      void reply.code(304).send()
      return null
    },
    { reads: 'usual' },
  )
}
