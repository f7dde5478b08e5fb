import { expect, test } from 'vitest'
import { readEvents } from './notificationStream.ts'

test('events are read even if the network splits them, and heartbeats are skipped', async () => {
  const text =
    'event: news\ndata: {"version":1,"unread_count":0}\n\n:\n\nevent: news\ndata: {"version":2,"unread_count":7}\n\n'
  for (const size of [1, 7, 1000]) {
    const receivedEvents: object[] = []
    const bytes = new TextEncoder().encode(text)
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        for (let position = 0; position < bytes.length; position += size) {
          stream.enqueue(bytes.slice(position, position + size))
        }
        stream.close()
      },
    })
    await readEvents(body, (event) => receivedEvents.push(event))
    expect(receivedEvents).toEqual([
      { version: 1, unread_count: 0 },
      { version: 2, unread_count: 7 },
    ])
  }
})
