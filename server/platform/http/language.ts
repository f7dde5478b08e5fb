import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageCookie, languageParameter } from '#contract/kit/languages.ts'
import { languages } from '#server/platform/language/catalogs.ts'
import { inLanguage } from '#server/platform/language/current.ts'

const codes: ReadonlySet<string> = new Set(languages.map(({ code }) => code))

const englishFirst = /^en(?:-[A-Z]{2})?(?:,|$)/

/** How long a browser remembers a chosen language, in seconds. Browsers keep no cookie longer. */
const cookieSeconds = 400 * 24 * 60 * 60

/**
 * Returns the language of a request: the one of the link (`?lang=es`), or the one that was chosen in this browser, or the
 * first of the browser's own list that there is, or English. The choice of a member is in the same cookie, because the page
 * is chosen before the member is known.
 */
export function requestedLanguage({ headers, url }: FastifyRequest): string {
  return languageOfLink(url) ?? chosenLanguage(headers.cookie) ?? acceptedLanguage(headers['accept-language'])
}

/** Everything that is done for a request runs in its language. A language in the link is remembered. */
export function addRequestedLanguage(app: FastifyInstance, isSecure: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    const linked = languageOfLink(request.url)
    if (linked !== null) {
      reply.header(
        'set-cookie',
        stringifySetCookie({
          name: languageCookie,
          value: linked,
          path: '/',
          maxAge: cookieSeconds,
          sameSite: 'lax',
          secure: isSecure,
        }),
      )
    }
    done()
  })
  // After the body is read, because the events of the body would lose the language.
  app.addHook('preValidation', (request, _reply, done) => inLanguage(requestedLanguage(request), done))
}

function languageOfLink(url: string): string | null {
  if (!url.includes(`${languageParameter}=`)) return null
  return codeIfAny(new URLSearchParams(url.split('?')[1]).get(languageParameter) ?? undefined)
}

function chosenLanguage(cookie: string | undefined): string | null {
  return cookie?.includes(languageCookie) ? codeIfAny(parseCookie(cookie)[languageCookie]) : null
}

/**
 * Of languages that are wanted equally, the first one is chosen, which content negotiators do not do. A browser may name a
 * country as well, such as "es-MX", and the catalogs have none.
 */
function acceptedLanguage(header: string | undefined): string {
  // Most requests, which need no parsing.
  if (header === undefined || englishFirst.test(header)) return 'en'
  const wanted = header.split(',').map((range) => {
    const [, tag = '', quality = '1'] = /^\s*([a-z]+|\*)[^;]*(?:;\s*q=([\d.]+))?/i.exec(range) ?? []
    return { code: tag === '*' ? 'en' : codeIfAny(tag.toLowerCase()), quality: Number(quality) }
  })
  const [best] = wanted
    .filter(({ code, quality }) => code !== null && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  return best?.code ?? 'en'
}

function codeIfAny(code: string | undefined): string | null {
  return code !== undefined && codes.has(code) ? code : null
}
