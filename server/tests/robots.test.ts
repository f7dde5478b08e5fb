import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const robotsTag = '<meta name="robots" content="noindex" />'

let dist: string
let app: TestServer
let open: TestServer
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'hurd-pages-'))
  await writeFile(
    join(dist, 'index.html'),
    `<html><head><title>Hurd</title><meta name="description" content="All." />${robotsTag}</head><body></body></html>`,
  )
  await copyFile('shared-bill.html', join(dist, 'shared-bill.html'))
  app = await startTestServer({}, dist)
  open = await startTestServer({ indexSharedBills: true }, dist)
})
afterAll(async () => {
  await Promise.all([app.close(), open.close()])
  await rm(dist, { recursive: true })
})

test('no page and no response about members and groups may be indexed', async () => {
  const ana = await app.resident('ana', 'ocd-division/country:us/state:nv/place:reno')
  const id = await app.groupOf('ocd-division/country:us/state:nv/place:reno')
  const { bill_id } = await app.bill('Ferry Act')
  const pages = [
    '/',
    '/login',
    '/feed',
    `/groups/${id}`,
    `/groups/${id}?tab=members`,
    `/profile/${ana.username}`,
  ]
  const apiPaths = [
    `/api/groups/${id}`,
    `/api/groups/${id}/posts`,
    `/api/groups/${id}/members`,
    '/api/nothing',
  ]
  for (const path of [...pages, `/bills/${bill_id}`, ...apiPaths]) {
    const response = await fetch(app.origin + path)
    expect([path, response.headers.get('x-robots-tag')]).toEqual([path, 'noindex, nofollow'])
    const text = await response.text()
    if (!path.startsWith('/api')) expect(text.split(robotsTag), path).toHaveLength(2)
  }
})

test('an operator may let search engines list shared bills, and nothing else', async () => {
  const { bill_id } = await open.bill('Ferry Act')
  const shared = await fetch(`${open.origin}/bills/${bill_id}`)
  expect(shared.status).toBe(200)
  expect(shared.headers.has('x-robots-tag')).toBe(false)
  expect(await shared.text()).not.toContain('robots')
  for (const path of ['/bills/unknown', '/feed', '/profile/ana', '/groups']) {
    const response = await fetch(open.origin + path)
    expect([path, response.headers.get('x-robots-tag')]).toEqual([path, 'noindex, nofollow'])
    expect(await response.text(), path).toContain(robotsTag)
  }
})

test('robots.txt keeps crawlers away from members and groups, and lets link previews fetch shared bills', async () => {
  const response = await fetch(`${app.origin}/robots.txt`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await response.text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining(['User-agent: *', 'Allow: /bills/', 'Allow: /share/', 'Disallow: /']),
  )
})
