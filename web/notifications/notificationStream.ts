import { streamNotifications, type NotificationCounters } from '#contract/notifications.ts'
import { readToken, sessionEnded } from '#web/kit/session/storedSession.ts'

const firstDelayMs = 1_000
const longestDelayMs = 60_000
/** If a stream lasted at least this long, the delay before the next stream starts at its shortest again. */
const stableAfterMs = 20_000

/**
 * Reads the event stream until the returned function is called. It uses `fetch`, because an EventSource cannot send the
 * token. After a stream ends, it reconnects with a growing delay, and the panel continues to poll.
 */
export function openNotificationStream(onEvent: (event: NotificationCounters) => void): () => void {
  const controller = new AbortController()
  void follow()
  return () => controller.abort()

  async function follow() {
    let delay = firstDelayMs
    while (!controller.signal.aborted) {
      const startedAt = Date.now()
      const isRefused = await listen().catch(() => false)
      if (isRefused) {
        return
      }
      delay = Date.now() - startedAt > stableAfterMs ? firstDelayMs : Math.min(delay * 2, longestDelayMs)
      // A random delay keeps clients from reconnecting all at once after a restart.
      await wait(delay * (0.5 + Math.random() / 2))
    }
  }

  /** Reads one stream to its end. Returns true if the server refused the stream so that a retry is pointless. */
  async function listen(): Promise<boolean> {
    const token = readToken()
    if (!token) {
      return true
    }
    const { status, ok, body } = await fetch(streamNotifications.path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      signal: controller.signal,
    })
    if (status === 401 && readToken() === token) {
      sessionEnded()
    }
    if (!ok || !body) {
      return status === 401 || status === 404
    }
    await readEvents(body, onEvent)
    return false
  }

  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      controller.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

/** Reads the events of a stream until it ends. Everything else in the stream, such as a heartbeat, is skipped. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: NotificationCounters) => void,
) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) {
      return
    }
    text += decoder.decode(value, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^event: news\ndata: (.*)$/.exec(event)?.[1]
      const counters: unknown = data && JSON.parse(data)
      if (isCounters(counters)) {
        onEvent(counters)
      }
    }
  }
}

function isCounters(value: unknown): value is NotificationCounters {
  if (typeof value !== 'object' || value === null) {
    return false
  }
  const { version, unread_count }: { version?: unknown; unread_count?: unknown } = value
  return typeof version === 'number' && typeof unread_count === 'number'
}
