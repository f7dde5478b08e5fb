import * as z from 'zod/mini'
import { NotificationCounters, streamNotifications } from '../../contract/notifications.ts'
import { readToken, sessionEnded } from '../kit/session/stored.ts'

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** A stream that lived so long was a good one: the next pause is short again. */
const goodAfterMs = 20_000

type News = z.infer<typeof NotificationCounters>

/**
 * Hears of news until the returned function is called. Read by `fetch`, since an EventSource cannot carry the token. A
 * stream that ends is asked for again after a pause that grows; meanwhile the panel refreshes as it does without one.
 */
export function followNews(onNews: (news: News) => void): () => void {
  const leaving = new AbortController()
  void follow()
  return () => leaving.abort()

  async function follow() {
    let pause = firstPauseMs
    while (!leaving.signal.aborted) {
      const began = Date.now()
      const isRefused = await listen().catch(() => false)
      if (isRefused) return
      pause = Date.now() - began > goodAfterMs ? firstPauseMs : Math.min(pause * 2, longestPauseMs)
      // Not all at once when a server comes back.
      await wait(pause * (0.5 + Math.random() / 2))
    }
  }

  /** True when asking again would be of no use. */
  async function listen(): Promise<boolean> {
    const token = readToken()
    if (!token) return true
    const { status, ok, body } = await fetch(streamNotifications.path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      signal: leaving.signal,
    })
    if (status === 401 && readToken() === token) sessionEnded()
    if (!ok || !body) return status === 401 || status === 404
    await readEvents(body, onNews)
    return false
  }

  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      leaving.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

/** To the end of the stream; what is no news, a heartbeat for instance, is passed over. */
export async function readEvents(body: ReadableStream<Uint8Array>, onNews: (news: News) => void) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^event: news\ndata: (.*)$/.exec(event)?.[1]
      if (data) onNews(z.parse(NotificationCounters, JSON.parse(data)))
    }
  }
}
