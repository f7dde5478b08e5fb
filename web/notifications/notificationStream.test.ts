import { expect, test } from 'vitest'
import { readEvents } from './notificationStream.ts'

test('events are read wherever the network splits the stream, and heartbeats are skipped', async () => {
  const text =
    'event: news\ndata: {"version":1,"unread_count":0}\n\n:\n\nevent: news\ndata: {"version":2,"unread_count":7}\n\n'
  for (const size of [1, 7, 1000]) {
    const received: object[] = []
    const bytes = new TextEncoder().encode(text)
    const body = new ReadableStream<Uint8Array>({
      start(out) {
        for (let at = 0; at < bytes.length; at += size) out.enqueue(bytes.slice(at, at + size))
        out.close()
      },
    })
    await readEvents(body, (event) => received.push(event))
    expect(received).toEqual([
      { version: 1, unread_count: 0 },
      { version: 2, unread_count: 7 },
    ])
  }
})
