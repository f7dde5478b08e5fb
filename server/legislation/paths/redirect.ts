import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Redirects to another path and keeps the query. The redirect is permanent, but browsers store it only for a short
 * time, because a bill that is renumbered gets another path.
 */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const query = queryOf(request)
  reply.header('cache-control', 'public, max-age=3600')
  return reply.redirect(query === '' ? path : `${path}?${query}`, 308)
}

export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}

export function queryOf(request: FastifyRequest): string {
  return request.url.slice(pathOf(request).length + 1)
}
