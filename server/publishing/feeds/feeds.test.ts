import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followTarget, getFeedAddress, resetFeedAddress, unfollowTarget } from '#contract/alerts.ts'
import { recordBillUpdates } from '#server/legislation/updates/record.ts'
import { engross, engrossed, followBill, newBill } from '#server/testing/setups/alerts.ts'
import { importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function read(path: string, etag?: string) {
  const response = await fetch(app.origin + path, { headers: etag ? { 'if-none-match': etag } : {} })
  const text = await response.text()
  const type = response.headers.get('content-type')
  return { status: response.status, etag: response.headers.get('etag') ?? '', text, type }
}

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => name === 'entry' || name === 'link',
})

describe('an Atom feed', () => {
  // covers BEY-ALERTS-14
  test('of a bill, topic, place or group is valid, has stable entries, and answers 304 until something happens', async () => {
    const bill_id = await newBill(app, 31, { topics: ['health'] })
    const country = 'ocd-division/country:us'
    await app.resident('gia', country)
    const us = encodeURIComponent(country)
    const paths = [
      `/feeds/bill/${bill_id}.atom`,
      '/feeds/topic/health.atom',
      `/feeds/jurisdiction/${us}.atom`,
      `/feeds/group/${await app.groupOf(country)}.atom`,
    ]
    const before = await Promise.all(paths.map(async (path) => read(path)))
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const [index, path] of paths.entries()) {
      expect((await read(path, before[index]!.etag)).status, path).toBe(304)
    }
    await importRecords(app.pool, [engrossed(31, { topics: ['health'], title: 'Lamps & <lanterns>' })])
    const entries = await Promise.all(
      paths.map(async (path, index) => {
        const feed = await read(path, before[index]!.etag)
        expect(feed).toMatchObject({ status: 200, type: 'application/atom+xml; charset=utf-8' })
        const { feed: parsed } = parser.parse(feed.text)
        expect(parsed).toMatchObject({
          '@_xmlns': 'http://www.w3.org/2005/Atom',
          id: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
        })
        expect(parsed.link.map((link: Record<string, string>) => link['@_rel'])).toEqual([
          'self',
          'alternate',
        ])
        for (const entry of parsed.entry) {
          expect(entry).toMatchObject({
            id: expect.any(String),
            title: expect.any(String),
            updated: parsed.updated,
          })
        }
        return parsed.entry.map(({ id }: { id: string }) => id)
      }),
    )
    expect(entries[0]).toHaveLength(2)
    expect(entries[0][0]).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
    expect(entries[1]).toEqual(entries[0])
    expect(entries[2]).toEqual(entries[0])
    expect(entries[3]).toEqual(entries[0])
    const again = parser.parse((await read(paths[0]!)).text)
    expect(again.feed.entry.map(({ id }: { id: string }) => id)).toEqual(entries[0])
    for (const path of [
      '/feeds/bill/x.atom',
      '/feeds/search/!!.atom',
      '/feeds/dragon/1.atom',
      `/feeds/group/${bill_id}.atom`,
      `/feeds/bill/${bill_id}`,
    ]) {
      expect((await read(path)).status, path).toBe(404)
    }
  })

  // covers BEY-ALERTS-14
  test('of a representative or a committee has the fifty newest updates of their bills, and names no follower', async () => {
    const bill_id = await newBill(app, 33)
    await app.pool`
      insert into committees (committee_id, organization, name, source_name, source_checked_at)
      values ('us/hsxx01', 'us/house', 'Lanterns', 'Congress.gov', now())`
    const ben = await app.member('ben-who-follows')
    await followBill(ben, bill_id)
    await ben.call(followTarget, { target_type: 'committee', target_id: 'us/hsxx01' })
    const votes = Array.from({ length: 51 }, (_, n) => ({
      bill_id,
      update_type: 'vote' as const,
      update_key: `vote:${n}`,
      occurred_on: null,
      summary: `Vote number ${n}.`,
      subject_id: null,
      source_name: 'Congress.gov',
      notify: true,
      representatives: ['R1'],
      committees: ['us/hsxx01'],
    }))
    await recordBillUpdates(app.pool, votes)
    for (const path of [
      '/feeds/representative/R1.atom',
      `/feeds/committee/${encodeURIComponent('us/hsxx01')}.atom`,
    ]) {
      const feed = await read(path)
      expect(feed.status, path).toBe(200)
      const { feed: parsed } = parser.parse(feed.text)
      expect(parsed.entry.map(({ title }: { title: string }) => title)).toEqual(
        Array.from({ length: 50 }, (_, n) => `H.R. 33: Vote number ${50 - n}.`),
      )
      expect(feed.text).not.toContain('ben-who-follows')
      expect((await read(path, feed.etag)).status).toBe(304)
    }
  })

  // covers BEY-ALERTS-14
  test('of a search has the updates of the bills that match it, however it is written', async () => {
    await newBill(app, 34, { title: 'Clean water for the lanterns' })
    await newBill(app, 35, { title: 'Other water' })
    await importRecords(app.pool, [
      engrossed(34, { title: 'Clean water for the lanterns' }),
      engrossed(35, { title: 'Other water' }),
    ])
    for (const words of ['clean water', 'Clean,  WATER!']) {
      const path = `/feeds/search/${encodeURIComponent(words)}.atom`
      const feed = await read(path)
      expect(feed.status, path).toBe(200)
      const { feed: parsed } = parser.parse(feed.text)
      expect(parsed.title).toBe('Updates: “clean water”')
      expect(parsed.link[1]['@_href']).toBe('http://localhost:3000/search?q=clean%20water')
      const titles: string[] = parsed.entry.map(({ title }: { title: string }) => title)
      expect(titles).toContain('H.R. 34: Passed one chamber. Passed House by voice vote.')
      expect(titles.filter((title) => !title.startsWith('H.R. 34: '))).toEqual([])
      expect((await read(path, feed.etag)).status).toBe(304)
    }
    const none = await read('/feeds/search/dragons.atom')
    expect([none.status, parser.parse(none.text).feed.entry]).toEqual([200, undefined])
  })

  // covers BEY-ALERTS-16
  test('of everything that a member follows has a secret address that can be reset', async () => {
    const ana = await app.member('ana')
    const bill_id = await newBill(app, 32)
    await followBill(ana, bill_id)
    await engross(app, 32)
    const path = async () => new URL((await ana.call(getFeedAddress, {})).atom_url).pathname
    const former = await path()
    expect(await path(), 'the same address again').toBe(former)
    const feed = await read(former)
    expect(feed.status).toBe(200)
    expect(feed.text).toContain('H.R. 32: Passed one chamber.')
    expect(feed.text).not.toContain('ana')
    expect((await read(former, feed.etag)).status).toBe(304)
    const next = new URL((await ana.call(resetFeedAddress, {})).atom_url).pathname
    expect((await read(former)).status).toBe(404)
    expect((await read(next)).status).toBe(200)
    await app.pool`update users set account_status = 'suspended' where user_id = ${ana.user_id}`
    expect((await read(next)).status).toBe(404)
  })

  // covers HURD-LANGUAGE-17
  test('and a calendar of that kind are in the language of the member, whatever program reads them', async () => {
    const luz = await app.member('luz')
    await app.pool`update users set language = 'es' where user_id = ${luz.user_id}`
    const bill_id = await newBill(app, 33)
    await followBill(luz, bill_id)
    await engross(app, 33)
    const { atom_url, calendar_url } = await luz.call(getFeedAddress, {})
    const feed = await read(new URL(atom_url).pathname)
    expect(feed.text).toContain('xml:lang="es"')
    expect(feed.text).toContain('H.R. 33: Aprobado en una cámara.')
    expect((await read(new URL(atom_url).pathname, feed.etag)).status).toBe(304)
    await luz.call(unfollowTarget, { target_type: 'bill', target_id: bill_id })
    expect((await read(new URL(atom_url).pathname, feed.etag)).status, 'after unfollowing').toBe(200)
    expect((await read(new URL(calendar_url).pathname)).text).toContain(
      'X-WR-CALNAME:Audiencias que sigue en',
    )
  })

  // covers HURD-RECOVERY-08
  test('shows its owner when it was last fetched and by what kind of program, written once an hour', async () => {
    const bea = await app.member('bea')
    const addresses = () => bea.call(getFeedAddress, {})
    const { atom_url, calendar_url, ...fetches } = await addresses()
    expect(fetches).toMatchObject({ atom_fetch: null, calendar_fetch: null })
    const fetchAs = async (url: string, userAgent: string) => {
      const response = await fetch(app.origin + new URL(url).pathname, {
        headers: { 'user-agent': userAgent },
      })
      expect(response.status).toBe(200)
    }
    await fetchAs(atom_url, 'Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)')
    await fetchAs(calendar_url, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.2')
    const first = await addresses()
    expect(first).toMatchObject({
      atom_fetch: { reader: 'Feedly' },
      calendar_fetch: { reader: 'Thunderbird' },
    })
    await fetchAs(atom_url, 'curl/8.5.0')
    expect(await addresses(), 'a second fetch within the hour').toEqual(first)
    await app.pool`
      update feed_tokens set feed_fetched_at = now() - interval '61 minutes' where user_id = ${bea.user_id}`
    await fetchAs(atom_url, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36')
    expect(await addresses()).toMatchObject({ atom_fetch: { reader: 'a browser' } })
    expect(await bea.call(resetFeedAddress, {})).toMatchObject({ atom_fetch: null, calendar_fetch: null })
  })
})
