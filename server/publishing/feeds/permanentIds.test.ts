import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followTarget, getFeedAddress, followTargetTypes } from '#contract/alerts.ts'
import { calendarPath, calendarTargetTypes } from '#contract/hearings.ts'
import { recordBillUpdates } from '#server/legislation/updates/record.ts'
import { readCalendar, valueOf } from '#server/testing/icalendar.ts'
import { engrossed, followBill, newBill } from '#server/testing/setups/alerts.ts'
import { agenda, hearing, saveHearings, timeFromNow } from '#server/testing/setups/records/events.ts'
import { importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const country = 'ocd-division/country:us'
const origins = ['https://hurd.example.org', 'https://residents.example.net:8443']

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => name === 'entry' || name === 'link',
})

type Feed = {
  id: string
  link: { '@_href': string }[]
  entry: { id: string; link: { '@_href': string }[] }[]
}

/** Returns the ids and the links of a feed or calendar. */
function contentsOf(path: string, text: string): { ids: string[]; links: string[] } {
  if (path.endsWith('.ics')) {
    const events = readCalendar(text).getAllSubcomponents('vevent')
    return {
      ids: events.map((event) => valueOf(event, 'uid') ?? ''),
      links: events.flatMap((event) => /https:\S+/.exec(valueOf(event, 'description') ?? '') ?? []),
    }
  }
  const { feed }: { feed: Feed } = parser.parse(text)
  const links = [...feed.link, ...feed.entry.flatMap(({ link }) => link)]
  return { ids: [feed.id, ...feed.entry.map(({ id }) => id)], links: links.map((link) => link['@_href']) }
}

async function readAll(publicOrigin: string, paths: readonly string[], etags: readonly string[] = []) {
  const instance = await app.secondInstance({ publicOrigin })
  const responses = []
  for (const [index, url] of paths.entries()) {
    const headers = { 'if-none-match': etags[index] ?? '"none"' }
    const { statusCode, body, headers: received } = await instance.inject({ url, headers })
    expect(statusCode, url).toBe(200)
    responses.push({ ...contentsOf(url, body), etag: String(received.etag) })
  }
  await instance.close()
  return responses
}

// covers HURD-PERMANENT-01
test('feeds and calendars keep all their ids when the site moves to another address, and their links follow it', async () => {
  const committee = { committee_id: 'us/hsxx07', name: 'Lanterns' }
  const bill_id = await newBill(app, 951, { topics: ['health'], title: 'Clean water for the lanterns' })
  await app.resident('gia', country)
  const gia = await app.member('gia-who-follows')
  await followBill(gia, bill_id)
  await gia.call(followTarget, { target_type: 'topic', target_id: 'health' })
  const own = await gia.call(getFeedAddress, {})
  await importRecords(app.pool, [
    engrossed(951, { topics: ['health'], title: 'Clean water for the lanterns' }),
  ])
  await saveHearings(
    app,
    hearing('us/119/house/951', {
      committee,
      bills: agenda('us/119/hr/951'),
      starts_at: timeFromNow(5),
      url: null,
    }),
  )
  await recordBillUpdates(app.pool, [
    {
      bill_id,
      update_type: 'vote',
      update_key: 'vote:951',
      occurred_on: null,
      summary: 'Passed.',
      subject_id: null,
      source_name: 'Congress.gov',
      notify: true,
      representatives: ['R1'],
      committees: [committee.committee_id],
    },
  ])

  const targets: Record<string, string> = {
    bill: bill_id,
    topic: 'health',
    jurisdiction: country,
    representative: 'R1',
    committee: committee.committee_id,
    search: 'clean water',
    group: await app.groupOf(country),
  }
  const paths = [
    ...[...followTargetTypes, 'group'].map(
      (type) => `/feeds/${type}/${encodeURIComponent(targets[type]!)}.atom`,
    ),
    new URL(own.atom_url).pathname,
    ...calendarTargetTypes.map((type) => calendarPath(type, targets[type]!)),
    new URL(own.calendar_url).pathname,
  ]
  const before = await readAll(origins[0]!, paths)
  const etags = before.map(({ etag }) => etag)
  const after = await readAll(origins[1]!, paths, etags)
  for (const [index, path] of paths.entries()) {
    const { ids, links } = after[index]!
    expect(ids, path).toEqual(before[index]!.ids)
    expect(ids.length, path).toBeGreaterThan(path.endsWith('.ics') ? 0 : 1)
    for (const id of ids) expect(id, path).toMatch(/^(urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab]/)
    expect(links.length, path).toBeGreaterThan(0)
    for (const link of links) expect(link, path).toMatch(/^https:\/\/residents\.example\.net:8443\//)
  }
  const feedIds = after.filter((_, index) => paths[index]!.endsWith('.atom')).map(({ ids }) => ids[0])
  // A group has the feed of its place.
  expect(new Set(feedIds).size).toBe(feedIds.length - 1)
})
