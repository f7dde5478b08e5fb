import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBookmark, takeStance } from '#contract/bills/bills.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { jpeg, upload } from '#server/testing/pictures.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const origin = 'https://hurd.example.org'
const metricsToken = 'a-token-of-thirty-two-characters-or-more'
const hostile = `"><script>alert('1')</script> & $& </title>\u0000\ud800`

let app: TestServer
let dist: string
let ana: Person
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({ publicOrigin: origin, rateLimits: true, metricsToken }, dist)
  ana = await app.member('ana')
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

async function open(path: string) {
  const response = await fetch(app.origin + path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** Returns the content of a tag with this property or name, as a crawler reads it. */
function tagOf(html: string, name: string): string | undefined {
  const found = new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)" ?/>`).exec(html)?.[1]
  return found
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

async function pictureOf(html: string) {
  const address = new URL(tagOf(html, 'og:image')!)
  const response = await fetch(app.origin + address.pathname + address.search)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('the address of a shared bill', () => {
  // covers HURD-SHARED-02
  test('a crawler gets the title, the summary and the picture of the bill from the head', async () => {
    const summary = `Would ${'open '.repeat(50)}`
    const { bill_id, path } = await app.bill('Ferry Act', { bill_code: 'S. 5', summary })
    await ana.call(takeStance, { id: bill_id, stance: 'oppose' })

    const { status, headers, html } = await open(`/bills/${bill_id}`)

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('<title>S. 5: Ferry Act · Hurd</title>')
    expect(html).toContain(`<link rel="canonical" href="${origin}/${path}" />`)
    expect(tagOf(html, 'og:title')).toBe('Ferry Act')
    expect(tagOf(html, 'og:description')).toBe(summary.slice(0, 150))
    expect(tagOf(html, 'description')).toBe(summary.slice(0, 150))
    expect(tagOf(html, 'og:url')).toBe(`${origin}/${path}`)
    expect(tagOf(html, 'og:image')).toMatch(`${origin}/share/bills/${bill_id}.png?v=`)
    expect([tagOf(html, 'og:image:width'), tagOf(html, 'og:image:height')]).toEqual(['1200', '630'])
    expect(tagOf(html, 'og:image:alt')).toBe('Ferry Act: 0 support, 1 oppose, 0 neutral, 0 still learning')
    expect(tagOf(html, 'twitter:card')).toBe('summary_large_image')
  })

  test('a title cannot break out of its tag', async () => {
    const { bill_id } = await app.bill(hostile.replaceAll('\u0000', '').toWellFormed(), {
      summary: hostile.slice(0, 40),
    })
    const { html } = await open(`/bills/${bill_id}`)
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(tagOf(html, 'og:title')).toContain(`"><script>alert('1')</script> & $& </title>`)
    const { response, bytes } = await pictureOf(html)
    expect(response.status).toBe(200)
    expect((await sharp(bytes).metadata()).format).toBe('png')
  })

  // covers HURD-SHARED-09
  test.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '%3Cscript%3E', '..%2f..%2fetc'])(
    'of a bill that does not exist (%s) answers with a page that says so',
    async (bill_id) => {
      const { status, html } = await open(`/bills/${bill_id}`)
      expect(status).toBe(404)
      expect(html).toContain('<h1 class="title">We can’t find this bill</h1>')
      expect(tagOf(html, 'robots')).toBe('noindex')
      expect(html.match(/<script/g)).toHaveLength(1)
      expect((await fetch(`${app.origin}/share/bills/${bill_id}.png`)).status).toBe(404)
    },
  )
})

describe('the picture of a shared bill', () => {
  test('the picture is 1200 by 630, cacheable and embeddable, and changes with the counts', async () => {
    const { bill_id } = await app.bill('A Very Long Title '.repeat(20), { government_level: 'state' })
    const before = await open(`/bills/${bill_id}`)
    const first = await pictureOf(before.html)
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(first.response.headers.get('content-type')).toBe('image/png')
    expect(first.response.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(first.response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await pictureOf(before.html)).bytes).toEqual(first.bytes)

    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    const after = await open(`/bills/${bill_id}`)
    expect(tagOf(after.html, 'og:image')).not.toBe(tagOf(before.html, 'og:image'))
    expect((await pictureOf(after.html)).bytes).not.toEqual(first.bytes)
  })

  // covers HURD-READ-03
  test('the metrics show the bytes of the pictures that an instance keeps', async () => {
    const { bill_id } = await app.bill('Kept Picture Act')
    const picture = await (await fetch(`${app.origin}/share/bills/${bill_id}.png`)).arrayBuffer()
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await (await fetch(`${app.origin}/metrics`, { headers })).text()
    const bytes = Number(/^hurd_memory_bytes\{cache="share_pictures"\} (\d+)$/m.exec(metrics)?.[1])
    expect(bytes).toBeGreaterThan(picture.byteLength)
  })

  // covers HURD-LANGUAGE-04
  test('a picture that somebody opened in Spanish is not shown to readers of English', async () => {
    const { bill_id } = await app.bill('A Bill in Two Languages')
    const read = async (language: string) => {
      const picture = await fetch(`${app.origin}/share/bills/${bill_id}.png`, {
        headers: { 'accept-language': language },
      })
      expect(picture.headers.get('vary')).toContain('accept-language')
      return Buffer.from(await picture.arrayBuffer())
    }
    const spanish = await read('es')
    const english = await read('en')
    expect(english).not.toEqual(spanish)
    expect(await read('es')).toEqual(spanish)
  })

  test('the page that names the picture is the same with and without a session', async () => {
    const { bill_id } = await app.bill('Trail Act')
    await ana.call(takeStance, { id: bill_id, stance: 'neutral' })
    await ana.call(addBookmark, { id: bill_id })
    const visitor = await open(`/bills/${bill_id}`)
    const signedIn = await fetch(`${app.origin}/bills/${bill_id}`, {
      headers: { authorization: `Bearer ${ana.token}` },
    })
    expect(await signedIn.text()).toBe(visitor.html)
    expect(visitor.html).not.toContain('ana')
  })

  test('the picture is drawn after a portrait upload, and an SVG is refused as a portrait', async () => {
    const { bill_id } = await app.bill('Portrait Act')
    expect((await upload(app.origin, ana, await jpeg())).status).toBe(200)
    expect((await fetch(`${app.origin}/share/bills/${bill_id}.png`)).status).toBe(200)

    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>'
    const disguises = [drawing, `RIFF\xff\x00\x00\x00WEBP${drawing}`, `RIFF1234WEBPVP8X${drawing}`]
    for (const bytes of disguises.map((text) => Buffer.from(text, 'latin1'))) {
      expect((await upload(app.origin, ana, bytes)).status).toBe(400)
    }
  })

  test('only a client that requests too many pictures is refused', async () => {
    const busy = await startTestServer({ rateLimits: true, trustProxy: ['127.0.0.1'] })
    await busy.pool`
      insert into rate_limits (rule, subject, window_ends_at, attempts)
      select 'share picture', sha256('203.0.113.7'::bytea), now() + interval '1 minute', 60`
    const fetchFrom = async (address: string, bill_id: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await fetch(`${busy.origin}/share/bills/${bill_id}.png`, { headers })).status
    }
    for (let at = 0; at < 5; at += 1) {
      const { bill_id } = await busy.bill(`Crowd Act ${at}`)
      const statuses = ['203.0.113.7', '198.51.100.1', '198.51.100.2'].map((address) =>
        fetchFrom(address, bill_id),
      )
      // The first request may still get a picture, because the others are counted while it is drawn.
      expect((await Promise.all(statuses)).slice(1)).toEqual([200, 200])
    }
    await busy.close()
  })

  test('a client that keeps requesting new pictures is refused', async () => {
    const { bill_id } = await app.bill('Bridge Act')
    await app.pool`
      insert into rate_limits (rule, subject, window_ends_at, attempts)
      select 'share picture', sha256('127.0.0.1'::bytea), now() + interval '1 minute', 60
      on conflict (rule, subject) do update set attempts = 60, window_ends_at = excluded.window_ends_at`
    const refused = await fetch(`${app.origin}/share/bills/${bill_id}.png`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // A picture that is already drawn does not count against the limit.
    await app.pool`delete from rate_limits`
    expect((await fetch(`${app.origin}/share/bills/${bill_id}.png`)).status).toBe(200)
    await app.pool`
      insert into rate_limits (rule, subject, window_ends_at, attempts)
      select 'share picture', sha256('127.0.0.1'::bytea), now() + interval '1 minute', 60
      on conflict (rule, subject) do update set attempts = 60, window_ends_at = excluded.window_ends_at`
    expect((await fetch(`${app.origin}/share/bills/${bill_id}.png`)).status).toBe(200)
  })
})
