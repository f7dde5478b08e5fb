import { refuse } from '#contract/kit/refusals.ts'
import { streamNotifications } from '#contract/notifications.ts'
import { raw } from '#server/platform/http/route/raw.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { selectCounters } from './queries.ts'
import { counterEvent, type Streams } from './streams.ts'

/**
 * Defines the route of the event stream. The client reads the server-sent events with `fetch`, because EventSource
 * cannot send the token. A client that does not accept text/event-stream gets the first event, and then the response
 * ends.
 */
export function streamRoute(streams: Streams): Route {
  return raw(
    streamNotifications,
    async ({ pool, me, caller, request, reply }) => {
      if (streams.isFull()) refuse('overloaded')
      const token = caller.token ?? refuse('authentication_required')
      const counters = await selectCounters(pool, [me.user_id])
      const counter = counters.get(me.user_id) ?? { version: 0, unread_count: 0 }
      const wantsStream = /\btext\/event-stream\b/i.test(request.headers.accept ?? '')

      reply.header('content-type', 'text/event-stream; charset=utf-8')
      // This header keeps proxies from buffering so that each event arrives at once.
      reply.header('x-accel-buffering', 'no').header('cache-control', 'no-store, no-transform')
      if (!wantsStream) {
        void reply.send(counterEvent(counter))
        return null
      }
      reply.hijack()
      const out = reply.raw
      out.writeHead(200, { ...headersOf(reply.getHeaders()), connection: 'close' })
      out.write(counterEvent(counter))
      streams.add({ user_id: me.user_id, token, out, known: counter })
      return null
    },
    { reads: 'usual' },
  )
}

function headersOf(headers: Record<string, number | string | string[] | undefined>) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
}
