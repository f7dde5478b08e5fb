import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let bill_id: string
let dist: string
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({}, dist)
  const bill = await app.bill('To keep the lanterns lit', { source_id: 'us/119/hr/57', bill_code: 'H.R. 57' })
  bill_id = bill.bill_id
  await storeText(app, bill_id, { full_text: 'Keep the lanterns lit.' }, { label: 'Introduced' })
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

async function getJson(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.origin + path, { headers })
  return { status: response.status, url: response.url.slice(app.origin.length), body: await response.json() }
}

// covers BEY-OPEN-05
test('a program reads the record of a bill at the address that people share', async () => {
  const record = `/api/public/v1/bills/${bill_id}`
  const requests: [string, Record<string, string>?][] = [
    ['/us/119/hr/57.json'],
    ['/us/119/hr/57', { accept: 'application/json' }],
    ['/US/119/HR-057.json'],
    ['/api/public/v1/bills/us/119/hr/57'],
  ]
  for (const [path, headers] of requests) {
    const response = await getJson(path, headers)
    expect([path, response.status, response.url]).toEqual([path, 200, record])
    expect(response.body.bill).toMatchObject({ bill_id, bill_code: 'H.R. 57' })
  }
  const versions = await getJson('/api/public/v1/bills/us/119/hr/57/versions')
  expect(versions.url).toBe(`${record}/versions`)
  expect(versions.body.versions).toMatchObject([{ label: 'Introduced' }])
})

test('people get the page at the same address, and caches store the page and the record separately', async () => {
  const page = await fetch(`${app.origin}/us/119/hr/57`, {
    headers: { accept: 'text/html,application/json' },
  })
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('vary')).toContain('accept')
  const record = await fetch(`${app.origin}/us/119/hr/57`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
  })
  expect([record.status, record.headers.get('vary')]).toEqual([308, 'accept'])
})

test('a program learns in JSON that there is no such bill', async () => {
  for (const path of [
    '/us/119/hr/58.json',
    '/api/public/v1/bills/us/119/hr/58',
    '/api/public/v1/bills/us/119',
  ]) {
    const response = await getJson(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(response.body).toMatchObject({ success: false, code: 'bill_not_found' })
  }
})
