import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBranding, saveBranding } from '#contract/branding/branding.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const publicOrigin = 'https://hurd.example.org'

let app: TestServer
let bill_id: string
let dist: string
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({ publicOrigin }, dist)
  const bill = await app.bill('To keep the "lanterns" lit', {
    source_id: 'us/119/hr/56',
    bill_code: 'H.R. 56',
  })
  bill_id = bill.bill_id
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

async function describeCard(query: Record<string, string>) {
  const response = await fetch(`${app.origin}/oembed?${new URLSearchParams(query)}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

// covers BEY-OPEN-05
test('an editor of another site turns every address of a bill into its card', async () => {
  const paths = [
    '/us/119/hr/56',
    '/us/119/HR/056',
    `/bills/${bill_id}`,
    '/embed/bills/us/119/hr/56?theme=dark',
  ]
  for (const path of paths) {
    const { status, headers, body } = await describeCard({ url: publicOrigin + path })
    expect(status, path).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(body, path).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'H.R. 56: To keep the "lanterns" lit',
      provider_url: publicOrigin,
      width: 480,
      height: 470,
    })
    expect(body.html).toContain(`<iframe src="${publicOrigin}/embed/bills/us/119/hr/56"`)
  }
})

test('the frame is no larger than the other site permits', async () => {
  const { body } = await describeCard({
    url: `${publicOrigin}/us/119/hr/56`,
    maxwidth: '320',
    maxheight: '9999',
  })
  expect(body).toMatchObject({ width: 320, height: 470 })
})

test('other addresses and formats are refused with a reason', async () => {
  const refused = {
    404: [{ url: `${publicOrigin}/us/119/hr/57` }, { url: 'https://other.example.org/us/119/hr/56' }, {}],
    501: [{ url: `${publicOrigin}/us/119/hr/56`, format: 'xml' }],
  }
  for (const [status, queries] of Object.entries(refused)) {
    for (const query of queries) {
      const response = await describeCard(query)
      expect(response.status, JSON.stringify(query)).toBe(Number(status))
      expect(response.body).toMatchObject({
        success: false,
        error: expect.any(String),
        code: expect.any(String),
      })
    }
  }
})

test('the page of a bill says where its card is described', async () => {
  const response = await fetch(`${app.origin}/us/119/hr/56`, { headers: { accept: 'text/html' } })
  const [, href = ''] = /type="application\/json\+oembed" href="([^"]*)"/.exec(await response.text()) ?? []
  const { pathname, search } = new URL(href)
  const described = await fetch(app.origin + pathname + search)
  expect(await described.json()).toMatchObject({ type: 'rich', provider_name: 'Hurd' })
})

// covers HURD-BRAND-06
test('the code of a card names the instance in the title of its frame', async () => {
  const ada = await operator(app, 'ada', 'administrator')
  const { branding } = await ada.call(getBranding, {})
  const { version } = branding
  const texts = {
    contact_email: '',
    contact_text: '',
    election_law_line: '',
    brand_color: '',
    terms: '',
    privacy: '',
  }
  await ada.call(saveBranding, { ...texts, name: 'Springfield "Votes"', version })
  const { body } = await describeCard({ url: `${publicOrigin}/us/119/hr/56` })
  expect(body.html).toContain('title="H.R. 56 on Springfield &quot;Votes&quot;"')
  const page = await (await fetch(`${app.origin}/embed?bill=${bill_id}`)).text()
  expect(page).toContain('H.R. 56 on Springfield')
})
