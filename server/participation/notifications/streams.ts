import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { runOutsideRequest } from '#server/platform/observability/requestContext.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { selectCounters } from './queries.ts'

/** Changed counters and ended sessions are polled at this interval, with two small queries for all streams together. */
const pollMs = 1_000
/** A heartbeat after this many polls is often enough that no proxy or socket timeout closes an idle stream. */
const pollsPerHeartbeat = 15
/**
 * The maximum number of streams per member, which is fewer than the connections that a browser opens to one server. A further stream
 * closes the member's oldest one.
 */
export const maxStreamsPerMember = 4
const maxStreams = 10_000
/** A client that stops reading is disconnected when this many bytes are buffered. Its browser then reconnects. */
const maxUnsentBytes = 16_384

export type Counters = { version: number; unread_count: number }
type Stream = { user_id: string; token: string; out: ServerResponse; version: number }

export type Streams = {
  isFull: () => boolean
  count: () => number
  /**
   * Sends every change after `known` until the client disconnects or `stop` is called. The caller must have written the
   * head of the response.
   */
  add: (to: { user_id: string; token: string; out: ServerResponse; known: Counters }) => void
  /** Ends all streams. */
  stop: () => void
}

/**
 * Opens the event streams of this instance. They occupy no database connection. Polling the counters also finds changes
 * made by other instances. NOTIFY would be up to a second faster, but it takes a database-wide lock at every commit,
 * and therefore at every vote.
 */
export function openStreams(
  pool: Pool,
  log: FastifyBaseLogger,
  liveTokens: (tokens: string[]) => Promise<Set<string>>,
): Streams {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let polls = 0

  function schedulePoll() {
    if (timer || stopped || streams.size === 0) return
    // The polls serve all streams, so they must not have the id of the request that started the first one.
    timer = runOutsideRequest(() => setTimeout(pollAgain, pollMs).unref())
  }

  function pollAgain() {
    void poll().finally(() => {
      timer = null
      schedulePoll()
    })
  }

  async function poll() {
    try {
      await endRevoked()
      await sendChanges()
    } catch (error) {
      log.debug({ err: error }, 'notification poll failed')
    }
    polls += 1
    if (polls % pollsPerHeartbeat === 0) for (const { out } of streams) send(out, ':\n\n')
  }

  async function endRevoked() {
    const live = await liveTokens([...new Set([...streams].map((stream) => stream.token))])
    for (const stream of streams) if (!live.has(stream.token)) end(stream)
  }

  async function sendChanges() {
    const counters = await selectCounters(pool, [...new Set([...streams].map((stream) => stream.user_id))])
    for (const stream of streams) {
      const current = counters.get(stream.user_id)
      if (!current || current.version === stream.version) continue
      stream.version = current.version
      send(stream.out, counterEvent(current))
    }
  }

  function end(stream: Stream) {
    streams.delete(stream)
    stream.out.end()
  }

  return {
    isFull: () => stopped || streams.size >= maxStreams,
    count: () => streams.size,
    add({ user_id, token, out, known }) {
      if (out.destroyed) return
      const stream = { user_id, token, out, version: known.version }
      const memberStreams = [...streams].filter((open) => open.user_id === user_id)
      for (const oldest of memberStreams.slice(
        0,
        Math.max(0, memberStreams.length + 1 - maxStreamsPerMember),
      )) {
        end(oldest)
      }
      streams.add(stream)
      out.on('close', () => streams.delete(stream))
      schedulePoll()
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      for (const stream of streams) end(stream)
    },
  }
}

function send(out: ServerResponse, text: string) {
  if (out.writableLength > maxUnsentBytes) out.destroy()
  else out.write(text)
}

/** Returns one server-sent event. The contract names it `news`. */
export function counterEvent({ version, unread_count }: Counters): string {
  return `event: news\ndata: ${JSON.stringify({ version, unread_count })}\n\n`
}
