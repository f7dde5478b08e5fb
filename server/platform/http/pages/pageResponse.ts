import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress } from '#server/platform/http/compress.ts'
import { etagOf, hasTag } from '#server/platform/http/etag.ts'

export const pagesNotBuilt = 'The pages are not built yet. Run "npm run build" or "npm start".'

/** Sends a page that the server has written. It is compressed, and the response is 304 if the browser has it already. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  built: { page: string; policy: string } | null,
): Promise<FastifyReply> {
  if (built === null) {
    return reply.code(503).type('text/plain; charset=utf-8').send(pagesNotBuilt)
  }
  const { page, policy } = built
  const etag = etagOf(page)
  // The Vary header names `accept`, because a program that accepts only JSON gets a different response at the URL of a
  // bill, and `cookie`, because a member gets the app there.
  reply.headers({
    etag,
    vary: 'accept, accept-encoding, accept-language, cookie',
    'content-security-policy': policy,
  })
  if (reply.statusCode === 200 && hasTag(request.headers, etag)) {
    return reply.code(304).send()
  }
  reply.type('text/html; charset=utf-8')
  return reply.send(await compress(request, reply, page, 'page'))
}
