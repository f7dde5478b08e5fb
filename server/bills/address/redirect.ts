import type { FastifyReply, FastifyRequest } from 'fastify'

/** Permanent, but not stored for long: a bill that is renumbered gets another address. Keeps the query. */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  const query = queryOf(request)
  reply.header('cache-control', 'public, max-age=3600')
  return reply.redirect(query === '' ? address : `${address}?${query}`, 308)
}

export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}

export function queryOf(request: FastifyRequest): string {
  return request.url.slice(pathOf(request).length + 1)
}
