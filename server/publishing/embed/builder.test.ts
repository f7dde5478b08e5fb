import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const origin = 'https://hurd.example.org'

let app: TestServer
let dist: string
let bill_id: string
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({ publicOrigin: origin }, dist)
  const bill = await app.bill('Lantern Safety <Act>', { source_id: 'us/119/hr/55', bill_code: 'H.R. 55' })
  bill_id = bill.bill_id
  await app.bill('Lantern Repair Act', { source_id: 'us/119/hr/56', bill_code: 'H.R. 56' })
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

async function open(query: Record<string, string> = {}) {
  const response = await fetch(`${app.origin}/embed?${new URLSearchParams(query)}`)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

// covers BEY-OPEN-05
describe('the page that generates the code of a card', () => {
  test('asks for a bill first, without an account', async () => {
    const { status, headers, html } = await open()
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(html).toContain('name="q"')
    expect(html).not.toContain('<iframe')
  })

  test('finds bills by words of the title and by number, and keeps what was typed', async () => {
    const byWords = await open({ q: 'lantern' })
    expect(byWords.html).toContain('Lantern Safety &lt;Act&gt;')
    expect(byWords.html).toContain('Lantern Repair Act')
    expect(byWords.html).toContain('value="lantern"')
    const byNumber = await open({ q: 'H.R. 55' })
    expect(byNumber.html).toContain(`href="/embed?bill=${bill_id}"`)
    expect(byNumber.html).not.toContain('Lantern Repair Act')
    const nothing = await open({ q: 'zebra "crossing"' })
    expect(nothing.html).toContain('No bill matches “zebra &quot;crossing&quot;”')
  })

  test('takes a NUL for a blank, as feeds and calendars have none with such an id', async () => {
    expect((await open({ q: '/us/119/hr/55\0' })).status).toBe(200)
    for (const path of ['/feeds/jurisdiction/%00.atom', '/calendars/committee/%00.ics']) {
      expect((await fetch(app.origin + path)).status, path).toBe(404)
    }
  })

  test.each([
    ['/us/119/hr/55'],
    ['us/119/HR55'],
    [`${origin}/us/119/hr/55`],
    [`${origin}/embed/bills/us/119/hr/55?theme=dark`],
  ])('opens the bill at the address %s directly', async (q) => {
    const { html } = await open({ q })
    expect(html).toContain('src="/embed/bills/us/119/hr/55"')
  })

  test('shows the card and its code in the chosen colors', async () => {
    const { html } = await open({ bill: bill_id, theme: 'dark' })
    expect(html).toContain('src="/embed/bills/us/119/hr/55?theme=dark"')
    expect(html).toContain(`&lt;iframe src=&quot;${origin}/embed/bills/us/119/hr/55?theme=dark&quot;`)
    expect(html).toMatch(/theme=dark"\s+aria-current="true"/)
    const unknownTheme = await open({ bill: bill_id, theme: 'pink' })
    expect(unknownTheme.html).toContain('src="/embed/bills/us/119/hr/55"')
  })

  test('says so when the bill does not exist', async () => {
    for (const bill of ['00000000-0000-4000-8000-000000000000', 'x', '']) {
      const { status, html } = await open({ bill })
      expect(status).toBe(404)
      expect(html).toContain('This bill was removed')
    }
    expect((await open({ q: 'https://elsewhere.example/us/119/hr/55' })).html).not.toContain('<iframe')
  })
})
