import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../contract/kit/refusals.ts'
import { isApi } from './http.ts'

export const pagesNotBuilt = 'The pages are not built yet. Run "npm run build" or "npm start".'

/** The parts of <head> that crawlers and link previews read, because they run no scripts. */
export type PageHead = {
  title: string
  description: string
  tags: Record<string, string>[]
  canonical: string
}

/** Returns the HTML page with this head, or null while the pages are not built. */
export type PageWith = (head: PageHead) => string | null

/** Reads the built page once, for the paths that need a head of their own. */
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
  // Replaces with functions, because a string would give "$&" in a title a special meaning.
  return (
    page
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace(
        /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/,
        () => `<meta name="description" content="${escapeHtml(description)}" />`,
      )
      // The tags of this head replace the robots tag of the built page.
      .replace(/<meta\s+name="robots"[^>]*>\s*/, '')
      .replace('</head>', () => `${[link, ...metas].join('\n')}\n</head>`)
  )
}

/** Escapes text for HTML, SVG and Pango markup. Characters that those formats forbid become spaces. */
export function escapeHtml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
      .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
  )
}

/**
 * Serves the built files, precompressed where the build has compressed them. Hashed assets are cached for a year. Every
 * other path that a browser opens gets the single page, which routes by itself. Paths under /api never get HTML.
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
    // The plugin answers folders itself instead of calling the not-found handler.
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
