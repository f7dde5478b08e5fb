import { refuse } from '../../contract/kit/refusals.ts'
import { streamNotifications } from '../../contract/notifications.ts'
import { identifyCaller, type Route } from '../http/route.ts'
import { selectNewsOf } from './queries.ts'
import { newsLine, type Streams } from './streams.ts'

/**
 * Not JSON: server-sent events, read by `fetch`, whose request can carry the token. Whoever does not ask for
 * text/event-stream gets the first event and the end.
 */
export function streamRoute(streams: Streams): Route {
  return {
    endpoint: streamNotifications,
    mount(app, kit) {
      app.get(streamNotifications.path, { exposeHeadRoute: false }, async (request, reply) => {
        const { me, token } = await identifyCaller(kit, 'user', request)
        if (streams.isFull()) refuse('overloaded')
        const news = await kit.reads(() => selectNewsOf(kit.pool, [me.user_id]))
        const known = news.get(me.user_id) ?? { version: 0, unread_count: 0 }
        const stays = /\btext\/event-stream\b/i.test(request.headers.accept ?? '')

        reply.header('content-type', 'text/event-stream; charset=utf-8')
        // Said to proxies that collect an answer before they pass it on.
        reply.header('x-accel-buffering', 'no').header('cache-control', 'no-store, no-transform')
        if (!stays) return reply.send(newsLine(known))
        reply.hijack()
        const out = reply.raw
        out.writeHead(200, { ...headersOf(reply.getHeaders()), connection: 'close' })
        out.write(newsLine(known))
        streams.add({ user_id: me.user_id, token, out, known })
        return reply
      })
    },
  }
}

function headersOf(given: Record<string, number | string | string[] | undefined>) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
