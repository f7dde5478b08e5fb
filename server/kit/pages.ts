import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { refuse } from '../../contract/refusals.ts'
import { isApi } from './http.ts'

const noPages = 'The pages are not built yet. Run "npm run build", or "npm start", which does it.'

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
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send(noPages)
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
