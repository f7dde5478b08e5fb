import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const origin = 'https://hurd.example.org'
const longTitle = `To keep the lanterns lit, and for other purposes. ${'<b>"lanterns"</b> & '.repeat(60)}`

const stage = (name: string, state: string, label: string) => ({ stage: name, state, since: null, label })

let app: TestServer
let bill_id: string
beforeAll(async () => {
  app = await startTestServer({ publicOrigin: origin })
  const bill = await app.bill(longTitle, {
    source_id: 'us/119/hr/55',
    bill_code: 'H.R. 55',
    status: 'engrossed',
  })
  bill_id = bill.bill_id
  const progress = {
    measure_type: 'bill',
    next: 'the Senate',
    stages: [
      stage('introduced', 'completed', 'Introduced'),
      stage('committee', 'skipped', 'No committee'),
      stage('first_chamber', 'current', 'Passed the House'),
      stage('second_chamber', 'upcoming', 'Senate'),
    ],
  }
  await app.pool`
    insert into bill_parts (bill_id, content_hash, page, detail)
    values (${bill_id}, ${Buffer.alloc(32)}, ${app.pool.json({ progress })}, '')`
  await app.pool`update bills set progress_reached = 'Passed the House', progress_next = 'the Senate' where bill_id = ${bill_id}`
})
afterAll(() => app.close())

async function open(path: string) {
  const response = await fetch(app.origin + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

function wordsOf(html: string): string {
  const body = html.slice(html.indexOf('<body>'))
  return body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

// covers BEY-OPEN-05
describe('the card of a bill for other sites', () => {
  test('shows the code, the title and the progress in less than 20 kB, with nothing to load and no script', async () => {
    const { status, headers, html } = await open('/embed/bills/us/119/hr/55')
    expect(status).toBe(200)
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)
    const words = wordsOf(html)
    for (const part of [
      'FEDERAL H.R. 55 Engrossed',
      'To keep the lanterns lit',
      'Passed the House · Next: the Senate',
    ]) {
      expect(words).toContain(part)
    }
    expect(words).toContain(
      'Introduced: completed No committee: skipped Passed the House: current Senate: upcoming',
    )
    expect(html).not.toMatch(/<script|<link|<img|@import|@font-face|url\(| style=| on\w+="/)
    expect(html).not.toContain('<b>"lanterns"')
    expect(html).toContain(`href="${origin}/us/119/hr/55" target="_blank" rel="noopener"`)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('may be framed by every site, and no other page may', async () => {
    const card = await open('/embed/bills/us/119/hr/55')
    const policy = card.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('frame-ancestors *')
    expect(policy).not.toContain('script-src')
    expect(card.headers.get('x-frame-options')).toBeNull()
    expect(card.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const others = [
      '/',
      '/us/119/hr/55',
      `/bills/${bill_id}`,
      '/embed',
      '/embed/bills',
      '/api/health',
      '/feed',
    ]
    for (const path of others) {
      const { headers } = await open(path)
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    }
  })

  test('follows the device of the reader or the theme that the site asks for', async () => {
    const { html } = await open('/embed/bills/us/119/hr/55')
    expect(html).toMatch(/<html lang="en"\s*>/)
    expect(html).toContain('@media(prefers-color-scheme:dark)')
    expect((await open('/embed/bills/us/119/hr/55?theme=dark')).html).toMatch(
      /<html lang="en"\s+data-theme="dark">/,
    )
    expect((await open('/embed/bills/us/119/hr/55?theme=light')).html).toContain('data-theme="light">')
    expect((await open('/embed/bills/us/119/hr/55?theme="><script>')).html).toMatch(/<html lang="en"\s*>/)
  })

  test('another spelling redirects to the address, and an unknown address gets a card that says so', async () => {
    const older = await open('/embed/bills/US/119/H.R.%2055?theme=dark')
    expect([older.status, older.headers.get('location')]).toEqual([
      308,
      '/embed/bills/us/119/hr/55?theme=dark',
    ])
    const unknown = await open('/embed/bills/us/119/hr/56')
    expect(unknown.status).toBe(404)
    expect(wordsOf(unknown.html)).toContain('We can’t find this bill')
    expect(unknown.headers.get('content-security-policy')).toContain('frame-ancestors *')
  })

  test('shows counts only from the public release, rounded, and no side that it withholds', async () => {
    const ana = await app.member('ana')
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    expect(wordsOf((await open('/embed/bills/us/119/hr/55')).html)).not.toMatch(/\d+ (support|stances)/)
    const release = (total: number | null) => app.pool`
      insert into stance_aggregates (bill_id, division, support, oppose, neutral, learning, total, is_withheld, released_on)
      values (${bill_id}, 'ocd-division/country:us', ${total}, ${total === null ? null : 20}, null, null,
              ${total === null ? null : total + 25}, ${total === null}, '2026-11-16')
      on conflict (bill_id, division) do update set support = excluded.support, oppose = excluded.oppose,
        total = excluded.total, is_withheld = excluded.is_withheld`
    await release(null)
    expect((await open('/embed/bills/us/119/hr/55')).html).not.toContain('class="counts"')
    await release(1240)
    const words = wordsOf((await open('/embed/bills/us/119/hr/55')).html)
    expect(words).toContain('1,240 support 20 oppose')
    expect(words).not.toContain('neutral')
    expect(words).toContain('About 1,265 stances, rounded, as of November 16, 2026')
  })

  test('names the next event of the bill', async () => {
    await app.pool`
      insert into events (event_id, organization, jurisdiction, name, starts_on, starts_at, time_zone, source_name)
      values ('lantern-hearing', 'us/house', 'ocd-division/country:us', 'Hearing of the Lantern Committee', '2099-06-03',
              '2099-06-03T14:00:00Z', 'America/New_York', 'Test records')`
    await app.pool`insert into event_bills (event_id, bill_id) values ('lantern-hearing', ${bill_id})`
    const words = wordsOf((await open('/embed/bills/us/119/hr/55')).html)
    expect(words).toContain(
      'Scheduled: Wednesday, June 3, 2099, 10:00 a.m. EDT, Hearing of the Lantern Committee',
    )
  })
})
