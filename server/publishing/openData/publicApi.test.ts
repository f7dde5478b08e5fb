import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPublicBills, listPublicUpdates, publicLimits } from '#contract/openData/public.ts'
import { plantCanaries, type Canaries } from '#server/testing/setups/calls/canaries.ts'
import { addPublicRecords, publicPaths } from '#server/testing/setups/records/publicRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let canaries: Canaries
let paths: string[]
beforeAll(async () => {
  app = await startTestServer()
  canaries = await plantCanaries(app)
  await addPublicRecords(app, canaries.ids.bill_id)
  paths = publicPaths(canaries.ids)
}, 60_000)
afterAll(() => app.close())

/** Returns the names of all fields of a response, with the path to each, such as "bills[].source.name". */
function fieldsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsIn(item, `${path}[]`))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, item]) =>
    fieldsIn(item, path === '' ? name : `${path}.${name}`),
  )
}

const source = ['name', 'url', 'license', 'terms', 'credit', 'checked_at']
const bill = `bill_id bill_code title summary summary_by topics[] government_level jurisdiction session status
  progress_line checked_on introduced_at latest_action_at changed_at`
const version = `bill_id version_no code label document_type printed_on first_seen_at text_format kind sections word_count
  compared_with words_changed sections_changed sections_added sections_removed sections_moved is_current`
const voteEvent = `vote_event_id bill_id organization committee_id session number voted_on voted_at motion_text motion_classification
  direction decides_on_bill majority_required result result_is_unclear yes_count no_count abstain_count not_voting_count
  absent_count other_count listed_count is_complete`
const section = 'key path[] number title blocks[].mark blocks[].text blocks[].continues blocks[].key'
const term = `title organization government_level division district party from to start_reason end_reason office_phone
  office_email contact_form_url`
const summary = `kind words_changed words_added words_removed operative_terms_changed sections sections_changed
  sections_added sections_removed sections_moved`

/** Every field that the public API may contain. A new field must be added here on purpose. */
const allowed = new Set([
  'success',
  'next',
  'has_more',
  ...record('bills[]', bill),
  ...record('bill', `${bill} ended_by subjects[]`),
  ...below(
    'bill.sponsorships[]',
    'name classification entity_type party district rep_id sponsored_on withdrawn_on',
  ),
  ...below('bill.actions[]', 'acted_on chamber description classification stage vote_event_id'),
  ...below('bill.committees[]', 'committee_id name chamber parent_name activity occurred_on'),
  ...below('bill.related_bills[]', 'bill_id bill_code relation_type identified_by'),
  ...record('versions[]', version),
  ...record('version', version),
  ...record('from', version),
  ...record('to', version),
  ...below(
    'sections[]',
    `${section} state from_key from_number old new operative_terms_changed runs[][] runs[].op runs[].text`,
  ),
  ...below('struck_sections[]', section),
  'full_text',
  'is_truncated',
  ...below('summary', summary),
  ...below('pagination', 'limit offset total has_more'),
  ...record('vote_events[]', voteEvent),
  ...record('vote_event', voteEvent),
  ...below('votes[]', 'voter_name party state district rep_id option source_option'),
  ...record('representatives[]', 'rep_id rep_name photo_url'),
  ...record('representative', 'rep_id rep_name photo_url'),
  ...below('representatives[].terms[]', term),
  ...below('representative.terms[]', term),
  ...record(
    'sessions[]',
    'jurisdiction identifier name classification start_date end_date last_day_for_bills carry_over state',
  ),
  ...record(
    'updates[]',
    'update_id bill_id update_type summary occurred_on first_seen_at corrects_update_id',
  ),
  ...record('jurisdictions[]', 'jurisdiction government_level'),
  ...record('committees[]', 'committee_id organization name parent_id'),
  ...record('committee', 'committee_id organization name parent_id'),
  ...below('members[]', 'name rep_id role from to'),
  ...record(
    'events[]',
    `event_id organization committee_id jurisdiction name starts_at starts_on ends_at ends_on is_all_day time_zone location status
    replaces_event_id bills[].bill_id bills[].agenda_item`,
  ),
  ...record('aggregates[]', 'bill_id division is_withheld support oppose neutral learning total released_on'),
])

function below(path: string, names: string): string[] {
  return names.split(/\s+/).map((name) => `${path}.${name}`)
}
function record(path: string, names: string): string[] {
  return [...below(path, names), ...below(`${path}.source`, source.join(' '))]
}

describe('the public API', () => {
  // covers BEY-OPEN-01
  test('serves bills, versions, comparisons, votes, people, sessions, updates and aggregates without any field or word of members', async () => {
    const words = [canaries.owner, canaries.other].flatMap(({ username, email, user_id }) => [
      `${username} of the test`,
      `Words of ${username}`,
      email,
      user_id,
    ])
    const forbidden = [
      ...words,
      ...canaries.secrets,
      ...canaries.places,
      ...Object.values(canaries.personal).flatMap((set) => Array.from(set)),
      canaries.ids.comment_id,
    ]
    const unexpected: string[] = []
    for (const path of paths) {
      const response = await fetch(app.origin + path)
      const text = await response.text()
      expect([path, response.status, text.length > 60]).toEqual([path, 200, true])
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const fields = fieldsIn(JSON.parse(text))
      expect(fields.length, path).toBeGreaterThan(5)
      unexpected.push(...fields.filter((field) => !allowed.has(field)).map((field) => `${path}: ${field}`))
      unexpected.push(...forbidden.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`))
    }
    expect([...new Set(unexpected)]).toEqual([])
  })

  test('answers 304 to a reader who has the record, and lets only GET through', async () => {
    for (const path of paths) {
      const first = await fetch(app.origin + path)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      expect(first.headers.get('cache-control')).toBe('public, max-age=60')
      const again = await fetch(app.origin + path, { headers: { 'if-none-match': etag } })
      expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
      const written = await app.send('POST', path, { body: {} })
      expect(written.status).toBe(405)
    }
    const preflight = await app.send('OPTIONS', paths[0]!)
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('If-Match, ')
    const { headers } = await app.send('GET', '/api/health')
    expect(headers.get('access-control-allow-origin'), 'the rest of the API stays closed').toBeNull()
  })

  // covers BEY-OPEN-09
  test('names the source and the license of every record, and has the credit that LegiScan requires', async () => {
    const { bill_id } = canaries.ids
    await app.pool`update bills set source_name = 'LegiScan', source_url = 'https://legiscan.com/IL/bill/1' where bill_id = ${bill_id}`
    const { body } = await app.send('GET', `/api/public/v1/bills/${bill_id}`)
    expect(body['bill']).toMatchObject({
      source: {
        name: 'LegiScan',
        url: 'https://legiscan.com/IL/bill/1',
        license: 'CC-BY-4.0',
        credit: 'Legislative data by LegiScan (legiscan.com), CC BY 4.0',
      },
    })
    const credit = 'Legislative data by LegiScan (legiscan.com), CC BY 4.0'
    await app.pool`update bill_updates set source_name = 'LegiScan' where bill_id = ${bill_id}`
    const feed = await fetch(`${app.origin}/feeds/bill/${bill_id}.atom`)
    expect(await feed.text()).toContain(`<rights>${credit}</rights>`)
    const records = await Promise.all(paths.map(async (path) => (await app.send('GET', path)).body))
    const recordsWithout = records.flatMap((response) =>
      Object.entries(response)
        .filter(([name]) =>
          /^(bills?|versions?|from|to|vote_events?|representatives?|updates|aggregates)$/.test(name),
        )
        .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
        .filter(
          (item: { source?: { name?: string; terms?: string } }) => !item.source?.name || !item.source.terms,
        ),
    )
    expect(recordsWithout).toEqual([])
  })
})

/** Returns the titles of all pages of a list. */
async function pages(input: Record<string, string>): Promise<string[]> {
  const found: string[] = []
  let next: string | null | undefined
  for (let page = 0; page < 20 && next !== null; page += 1) {
    const path = new URLSearchParams({ ...input, ...(next === undefined ? {} : { after: next }) })
    const response = listPublicBills.output.parse(
      (await app.send('GET', `/api/public/v1/bills?${path}`)).body,
    )
    found.push(...response.bills.map(({ title }) => title))
    next = response.next
  }
  expect(next, 'the list ends').toBeNull()
  return found
}

describe('a list of bills', () => {
  test('has every bill once, newest first, and by filter', async () => {
    const ohio = 'ocd-division/country:us/state:oh'
    for (let day = 1; day <= 7; day += 1) {
      await app.bill(`Ohio ${day}`, {
        jurisdiction: ohio,
        government_level: 'state',
        created_at: `2026-02-0${day}T00:00:00.000Z`,
        status: day % 2 === 0 ? 'passed' : 'introduced',
        topics: day === 3 ? ['animals'] : ['health'],
      })
    }
    const place = { jurisdiction: ohio }
    const newestFirst = [7, 6, 5, 4, 3, 2, 1].map((day) => `Ohio ${day}`)
    expect(await pages({ ...place, limit: '2' })).toEqual(newestFirst)
    expect(await pages({ ...place, limit: '7' })).toEqual(newestFirst)
    expect(await pages({ government_level: 'state', limit: '3' })).toEqual(newestFirst)
    expect(await pages({ ...place, status: 'passed', limit: '1' })).toEqual(['Ohio 6', 'Ohio 4', 'Ohio 2'])
    expect(await pages({ topic: 'animals' })).toEqual(['Ohio 3'])
    expect(await pages({ session: 'nowhere' })).toEqual([])
    expect((await app.send('GET', '/api/public/v1/bills?after=x')).status).toBe(400)

    const [clock] = await app.pool<{ at: string }[]>`
      update bills set changed_at = now() - interval '10 minutes' + (extract(day from created_at) * interval '1 second')
       where jurisdiction = ${ohio} returning (now() - interval '11 minutes') as at`
    await app.pool`update bills set changed_at = now() - interval '1 day' where jurisdiction <> ${ohio}`
    const since = { updated_since: new Date(clock!.at).toISOString() }
    expect(await pages({ ...since, limit: '3' })).toEqual(newestFirst.toReversed())
    // A change is listed a minute later.
    await app.pool`update bills set status = 'rejected' where title = 'Ohio 1'`
    expect(await pages({ ...since, limit: '3' })).toEqual(newestFirst.toReversed().slice(1))
    await app.pool`update bills set changed_at = now() - interval '2 minutes' where title = 'Ohio 1'`
    expect((await pages({ ...since, ...place })).at(-1)).toBe('Ohio 1')
  })
})

test('the log of updates is read to its end without missing one', async () => {
  const seen: number[] = []
  let after = 0
  for (;;) {
    const { updates, next } = await app.visitor.call(listPublicUpdates, { limit: 1, after })
    seen.push(...updates.map(({ update_id }) => update_id))
    if (next === after) break
    after = next
  }
  const all = await app.pool<{ update_id: number }[]>`select update_id from bill_updates order by 1`
  expect(seen.length).toBeGreaterThan(1)
  expect(seen).toEqual(all.map(({ update_id }) => update_id))
})

test('jurisdictions, committees and events come in pages without gaps', async () => {
  await app.bill('A state bill', { jurisdiction: 'ocd-division/country:us/state:oh' })
  await app.bill('A second state bill', { jurisdiction: 'ocd-division/country:us/state:oh' })
  await app.pool`
    insert into committees (committee_id, organization, name, source_name, source_checked_at)
    select rpad('oh/' || n, 300, '0'), 'oh/lower', 'Committee ' || n, 'Open States', now() from generate_series(1, 4) n`
  await app.pool`
    insert into events (event_id, organization, jurisdiction, name, starts_on, is_all_day, time_zone, source_name)
    select 'oh/' || n, 'oh/lower', 'ocd-division/country:us/state:oh', 'Meeting ' || n, date '2026-03-01' + n / 2, true,
           'America/New_York', 'Open States' from generate_series(1, 5) n`
  const all = async (path: string, list: string, key: string) => {
    const found: unknown[] = []
    for (let after = ''; ;) {
      const { body } = await app.send('GET', `/api/public/v1${path}limit=2${after}`)
      const page: Record<string, unknown>[] = JSON.parse(JSON.stringify(body[list]))
      expect(page.length).toBeLessThanOrEqual(2)
      found.push(...page.map((item) => item[key]))
      if (typeof body['next'] !== 'string') return found
      after = `&after=${body['next']}`
    }
  }
  const jurisdictions = await all('/jurisdictions?', 'jurisdictions', 'jurisdiction')
  expect(jurisdictions).toContain('ocd-division/country:us/state:oh')
  expect(new Set(jurisdictions).size).toBe(jurisdictions.length)
  const committees = ['oh/1', 'oh/2', 'oh/3', 'oh/4'].map((id) => id.padEnd(300, '0'))
  expect(await all('/committees?organization=oh/lower&', 'committees', 'committee_id')).toEqual(committees)
  const first = `/api/public/v1/committees/${encodeURIComponent(committees[0]!)}`
  expect((await app.send('GET', first)).status).toBe(200)
  const ohio = '/events?jurisdiction=ocd-division/country:us/state:oh&'
  expect(await all(ohio, 'events', 'event_id')).toEqual(['oh/1', 'oh/2', 'oh/3', 'oh/4', 'oh/5'])
  expect(await all(`${ohio}from=2026-03-02&`, 'events', 'event_id')).toEqual(['oh/2', 'oh/3', 'oh/4', 'oh/5'])
  expect((await app.send('GET', '/api/public/v1/committees/nothing')).status).toBe(404)
})

test('an operator can turn the public API off', async () => {
  const closed = await startTestServer({ publicApi: false })
  for (const path of ['/api/public/v1/bills', '/api/public/v1/openapi.json']) {
    expect((await closed.send('GET', path)).status).toBe(404)
  }
  await closed.close()
  expect(publicLimits).toEqual({ withoutKey: 60, withKey: 5000 })
})
