import type { FastifyInstance } from 'fastify'

/** Sent with every answer: pages name members and say what they think, so none belongs in a search engine's index. */
export const robotsHeader = { 'x-robots-tag': 'noindex, nofollow' }

// Shared bills and their pictures may be fetched, because link previews in messages obey this file too.
const rules = [
  'User-agent: *',
  'Allow: /bills/',
  'Allow: /share/',
  'Allow: /assets/',
  'Disallow: /',
  '',
].join('\n')

export function serveRobots(app: FastifyInstance): void {
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(rules),
  )
}
