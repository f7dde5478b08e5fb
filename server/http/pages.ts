import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../contract/kit/refusals.ts'
import { isApi } from './http.ts'

export const pagesNotBuilt =
  'The pages are not built yet. Run "npm run build", or "npm start", which does it.'

/** What a page says of itself before any script has run: to crawlers, and to what shows a link in a message. */
export type PageHead = {
  title: string
  description: string
  tags: Record<string, string>[]
  canonical: string
}

/** The one page with a head of its own; null while the pages are not built. */
export type PageWith = (head: PageHead) => string | null

/** The built page as it is read once, for the addresses that tell of something in their head. */
export function readPage(dist: string): PageWith {
  const file = join(dist, 'index.html')
  const page = existsSync(file) ? readFileSync(file, 'utf8') : null
  return (head) => page && withHead(page, head)
}

function withHead(page: string, { title, description, tags, canonical }: PageHead): string {
  const metas = tags.map(
    (tag) =>
      `<meta ${Object.entries(tag)
        .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
        .join(' ')} />`,
  )
  const link = `<link rel="canonical" href="${escapeHtml(canonical)}" />`
  // By functions: "$&" in a title is to stay what it is.
  return (
    page
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace(
        /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/,
        () => `<meta name="description" content="${escapeHtml(description)}" />`,
      )
      // The head says itself what search engines may do.
      .replace(/<meta\s+name="robots"[^>]*>\s*/, '')
      .replace('</head>', () => `${[link, ...metas].join('\n')}\n</head>`)
  )
}

/** For the text and the attributes of HTML, SVG and Pango's markup; what no such document may hold becomes a blank. */
export function escapeHtml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these very characters
      .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
  )
}

/**
 * Serves the built pages: hashed assets for a year, precompressed where the build made it so; every other address that
 * a browser opens is the one page, which finds its own way. Nothing under /api is ever answered with HTML.
 */
export async function servePages(app: FastifyInstance, dist: string) {
  const built = existsSync(join(dist, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // The plugin refuses folders instead of passing them on.
    app.get('/', (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html'))
  }

  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const isFile = /\.\w{1,8}$/.test(request.url.split('?')[0] ?? '')
    if (isApi(request.url) || request.url.startsWith('/uploads/') || !isPage || isFile) refuse('not_found')
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send(pagesNotBuilt)
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
