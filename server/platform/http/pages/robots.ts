import type { FastifyInstance } from 'fastify'
import { stateNames } from '#contract/places.ts'

/**
 * This header is sent with every response, because pages show members and their opinions, which search engines must not
 * index.
 */
export const robotsHeader = { 'x-robots-tag': 'noindex, nofollow' }

// Shared bills and their pictures are allowed, because link previews also obey robots.txt.
const rules = [
  'User-agent: *',
  'Allow: /bills/',
  'Allow: /bills$',
  'Allow: /bills?page=',
  ...['us', ...Object.keys(stateNames)].map((place) => `Allow: /${place}/`),
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
