import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../postgres/db.ts'
import { selectCounters } from './queries.ts'

/** Looks for news and for ended sessions this often, with two small queries for all streams together. */
const lookEveryMs = 1_000
/** Often enough that no proxy, and no socket limit of ours, takes a silent stream for a dead one. */
const beatEveryLooks = 15
/** Of one person here, fewer than a browser keeps to one server; the oldest gives way, whose browser is often gone. */
export const maxStreamsPerMember = 4
const mostOfAll = 10_000
/** Somebody who reads nothing: their stream ends, and their browser asks again. */
const mostUnsentBytes = 16_384

export type News = { version: number; unread_count: number }
type Stream = { user_id: string; token: string; out: ServerResponse; version: number }

export type Streams = {
  isFull: () => boolean
  /** Sends what is news from now on, until the other side or `stop` ends it. The head must be written. */
  add: (to: { user_id: string; token: string; out: ServerResponse; known: News }) => void
  /** Ends all of them at once. */
  stop: () => void
}

/**
 * The open streams of this instance. They hold no connection to the database, and nothing is sent through it: whatever
 * instance an act came to, its version is seen here by the next look. (NOTIFY would tell a second sooner, but takes a
 * lock of the whole database at every commit, of every vote.)
 */
export function openStreams(
  pool: Pool,
  log: FastifyBaseLogger,
  liveTokens: (tokens: string[]) => Promise<Set<string>>,
): Streams {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let looks = 0

  function lookLater() {
    if (timer || stopped || streams.size === 0) return
    timer = setTimeout(() => {
      void look().finally(() => {
        timer = null
        lookLater()
      })
    }, lookEveryMs).unref()
  }

  async function look() {
    try {
      await endRevoked()
      await sendNews()
    } catch (error) {
      log.debug({ err: error }, 'notification poll failed')
    }
    looks += 1
    if (looks % beatEveryLooks === 0) for (const { out } of streams) send(out, ':\n\n')
  }

  async function endRevoked() {
    const live = await liveTokens([...new Set([...streams].map((stream) => stream.token))])
    for (const stream of streams) if (!live.has(stream.token)) end(stream)
  }

  async function sendNews() {
    const news = await selectCounters(pool, [...new Set([...streams].map((stream) => stream.user_id))])
    for (const stream of streams) {
      const now = news.get(stream.user_id)
      if (!now || now.version === stream.version) continue
      stream.version = now.version
      send(stream.out, counterEvent(now))
    }
  }

  function end(stream: Stream) {
    streams.delete(stream)
    stream.out.end()
  }

  return {
    isFull: () => stopped || streams.size >= mostOfAll,
    add({ user_id, token, out, known }) {
      if (out.destroyed) return
      const stream = { user_id, token, out, version: known.version }
      const own = [...streams].filter((one) => one.user_id === user_id)
      for (const oldest of own.slice(0, Math.max(0, own.length + 1 - maxStreamsPerMember))) end(oldest)
      streams.add(stream)
      out.on('close', () => streams.delete(stream))
      lookLater()
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      for (const stream of streams) end(stream)
    },
  }
}

function send(out: ServerResponse, text: string) {
  if (out.writableLength > mostUnsentBytes) out.destroy()
  else out.write(text)
}

/** One event of the stream. */
export function counterEvent({ version, unread_count }: News): string {
  return `event: news\ndata: ${JSON.stringify({ version, unread_count })}\n\n`
}
