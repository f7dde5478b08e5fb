import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { deactivate, logout } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { listNotifications, NotificationCounters, streamNotifications } from '#contract/notifications.ts'
import { followUser, unfollowUser } from '#contract/people.ts'
import { readNewest } from '#server/testing/setups/notified.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { maxStreamsPerMember } from './streams.ts'

let app: TestServer
let people = 0
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const someone = (name: string) => app.member(`${name}-${(people += 1)}`)

/** Reads a stream event by event, as a browser does. */
async function listen(token: string | null, at = app.origin) {
  const connection = new AbortController()
  const response = await fetch(at + streamNotifications.path, {
    headers: { accept: 'text/event-stream', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    signal: connection.signal,
  })
  const chunks = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** Returns the next event. Null at the end of the stream. */
  async function next(): Promise<z.infer<typeof NotificationCounters> | null> {
    for (;;) {
      const [event, rest] = text.split(/\n\n([\s\S]*)/)
      if (rest !== undefined) {
        text = rest
        const data = /^event: news\ndata: (.*)$/.exec(event ?? '')?.[1]
        if (data) return z.parse(NotificationCounters, JSON.parse(data))
        continue
      }
      const { done, value } = await chunks.read()
      if (done) return null
      text += value
    }
  }
  return { response, next, leave: () => connection.abort() }
}

describe('a stream of notifications', () => {
  test('sends the current counters, then every change, with the same versions as the list', async () => {
    const [ana, ben] = [await someone('ana'), await someone('ben')]
    const stream = await listen(ana.token)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(await stream.next()).toEqual({ version: 0, unread_count: 0 })

    await ben.call(followUser, { id: ana.user_id })
    const news = await stream.next()
    expect(news).toMatchObject({ unread_count: 1 })
    expect((await ana.call(listNotifications, {})).version).toBe(news?.version)
    await readNewest(ana)
    expect(await stream.next()).toMatchObject({ unread_count: 0 })
    await ben.call(unfollowUser, { id: ana.user_id })
    stream.leave()
  })

  test('reports a stance to a follower, and nothing that belongs to another member', async () => {
    const [ana, fan, other] = [await someone('ana'), await someone('fan'), await someone('other')]
    await fan.call(followUser, { id: ana.user_id })
    const [streamOfFan, streamOfOther] = [await listen(fan.token), await listen(other.token)]
    await streamOfFan.next()
    await streamOfOther.next()
    const { bill_id } = await app.bill('Streamed Bill')
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    expect(await streamOfFan.next()).toMatchObject({ unread_count: 1 })
    // If the other member's notifications had been sent to this stream, this would not be its first event.
    await ana.call(followUser, { id: other.user_id })
    expect(await streamOfOther.next()).toEqual({ version: 1, unread_count: 1 })
    for (const stream of [streamOfFan, streamOfOther]) stream.leave()
  })

  test('reports changes made at another instance', async () => {
    const [ana, ben] = [await someone('ana'), await someone('ben')]
    const stream = await listen(ana.token)
    await stream.next()
    // A write in the database simulates another instance.
    await app.pool`
      insert into notifications (user_id, type, actor_id) values (${ana.user_id}, 'new_follower', ${ben.user_id})`
    expect(await stream.next()).toEqual({ version: 1, unread_count: 1 })
    stream.leave()
  })

  test('ends with the session, and when the account is deactivated or suspended', async () => {
    const [ana, ben, cleo] = [await someone('ana'), await someone('ben'), await someone('cleo')]
    const streams = [await listen(ana.token), await listen(ben.token), await listen(cleo.token)]
    for (const stream of streams) await stream.next()
    await ana.call(logout, {})
    await ben.call(deactivate, {})
    await app.pool`update users set account_status = 'suspended' where user_id = ${cleo.user_id}`
    for (const stream of streams) expect(await stream.next()).toBeNull()
  })

  test('closes when the member opens too many newer ones', async () => {
    const ana = await someone('ana')
    const streams = []
    for (let turn = 0; turn < maxStreamsPerMember + 1; turn += 1) {
      const stream = await listen(ana.token)
      await stream.next()
      streams.push(stream)
    }
    expect(await streams[0]!.next()).toBeNull()
    await (await someone('ben')).call(followUser, { id: ana.user_id })
    for (const stream of streams.slice(1)) expect(await stream.next()).toMatchObject({ unread_count: 1 })
    for (const stream of streams) stream.leave()
  })

  test('uses no database connection: the app still responds with sixty of them open', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => someone('listener')))
    const streams = await Promise.all(
      members.flatMap(({ token }) => [listen(token), listen(token), listen(token)]),
    )
    const [row] = await app.pool<{ connections: number }[]>`
      select count(*) as connections from pg_stat_activity where datname = current_database() and application_name = 'hurd'`
    expect(row!.connections).toBeLessThanOrEqual(10)
    for (const member of members) expect((await member.request(listNotifications, {})).status).toBe(200)
    for (const stream of streams) stream.leave()
  })

  test('is refused without a session, and ends at once for a client that does not accept one', async () => {
    const visitor = await listen(null)
    expect(visitor.response.status).toBe(401)
    const ana = await someone('ana')
    const plain = await fetch(app.origin + streamNotifications.path, {
      headers: { authorization: `Bearer ${ana.token}` },
    })
    expect(await plain.text()).toBe('event: news\ndata: {"version":0,"unread_count":0}\n\n')
  })

  test('ends when the app stops, which does not wait for it', async () => {
    const other = await startTestServer()
    const ana = await other.member('ana')
    const stream = await listen(ana.token, other.origin)
    await stream.next()
    await other.close()
    expect(await stream.next()).toBeNull()
  })
})
