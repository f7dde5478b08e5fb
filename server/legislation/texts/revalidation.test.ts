import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareVersions, getVersion, listVersions } from '#contract/bills/versions.ts'
import { postComment } from '#contract/discussions.ts'
import type { Endpoint, InputOf } from '#contract/kit/endpoint.ts'
import { toVersionSections } from '#server/sources/text/plainSections.ts'
import { storeVersion } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let reader: Person
let id: string
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('reader')
  ;({ bill_id: id } = await app.bill('Lantern Act'))
  await print('2026-01-01', 'Lamps burn at night.')
  await print('2026-02-01', 'Lamps shall burn at night.')
})
afterAll(() => app.close())

function print(printed_on: string, content: string) {
  const sections = toVersionSections({ sections: [{ number: '1', title: 'Lamps', content }] })
  const text = {
    format: 'xml' as const,
    sections,
    struck_sections: [],
    formatted_text: null,
    full_text: content,
  }
  return storeVersion(app, id, { code: null, label: `Printing of ${printed_on}`, printed_on, text })
}

function printNext() {
  return print('2026-03-01', 'Lamps shall burn at dusk.')
}

/** Returns the status of a repeated request that names the tag of the first response, and the length of its body. */
async function repeat<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  change: () => Promise<unknown> = async () => {},
) {
  const first = await reader.request(endpoint, input)
  const etag = first.headers.get('etag') ?? ''
  expect(first.status).toBe(200)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  await change()
  const second = await reader.request(endpoint, input, { 'if-none-match': etag })
  return { status: second.status, isEmpty: Object.keys(second.body).length === 0 }
}

// covers HURD-VERSION-04
test('a client that has a version, the list or a comparison already gets 304 without a body', async () => {
  const kept = { status: 304, isEmpty: true }
  expect(await repeat(listVersions, { id })).toEqual(kept)
  expect(await repeat(getVersion, { id, version_no: 2 })).toEqual(kept)
  expect(await repeat(compareVersions, { id, from: 1, to: 2 })).toEqual(kept)
  const strong = await reader.request(getVersion, { id, version_no: 2 }, { 'if-none-match': '*' })
  expect(strong.status).toBe(304)
})

// covers HURD-VERSION-04
test('a new comment on a section and a new version change the tags', async () => {
  const comment = () =>
    reader.call(postComment, {
      id,
      category_id: 'general-discussion',
      content: 'Which lamps?',
      section_key: '1',
      version_no: 2,
    })
  expect(await repeat(getVersion, { id, version_no: 2 }, comment)).toEqual({ status: 200, isEmpty: false })
  expect(await repeat(listVersions, { id }, printNext)).toEqual({ status: 200, isEmpty: false })
})

// covers HURD-VERSION-04
test('a refused or signed-out request has no tag and is kept by nobody', async () => {
  const refused = await reader.request(getVersion, { id, version_no: 99 })
  expect([refused.status, refused.headers.get('etag'), refused.headers.get('cache-control')]).toEqual([
    404,
    null,
    'no-store',
  ])
  const { status } = await app.visitor.request(getVersion, { id, version_no: 1 }, { 'if-none-match': '*' })
  expect(status).toBe(401)
})
