import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBills } from '#contract/bills/bills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const country = 'ocd-division/country:us'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

// covers HURD-FEED-07
test('pages by offset reach the bills behind many bills that a filter rejects', async () => {
  const kai = await app.member('kai')
  await app.pool`
    insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, government_level, jurisdiction,
                       status, created_at)
    select 'us/many/' || n, 'test', 'Test', sha256(n::text::bytea), 'HR ' || n, 'One of many ' || n, 'federal', ${country},
           case when n % 300 = 0 then 'rejected' else 'introduced' end, timestamptz '2024-01-01' + n * interval '1 minute'
      from generate_series(1, 1500) n`
  const query = { order: 'relevance', status: 'rejected', limit: 2 } as const
  const titles = async (offset: number) =>
    (await kai.call(listBills, { ...query, offset })).bills.map(({ title }) => title)
  expect(await titles(2)).toEqual(expect.arrayContaining(['One of many 900']))
  const found = [
    ...(await titles(0)),
    ...(await titles(1)),
    ...(await titles(2)),
    ...(await titles(3)),
    ...(await titles(4)),
  ]
  const expected = [1500, 1200, 900, 600, 300].map((number) => `One of many ${number}`)
  expect([...new Set(found)]).toEqual(expected)
})

// covers HURD-FEED-01
test('a bill of the whole country that Congress does not decide is in the feed as well', async () => {
  const lou = await app.resident('lou', `${country}/state:il/place:chicago`)
  await app.bill('Compact of the states', {
    government_level: 'state',
    jurisdiction: country,
    status: 'passed',
    created_at: '2024-02-02T00:00:00.000Z',
  })
  const found: (readonly [string, unknown])[] = []
  let after: string | null | undefined
  do {
    const page = await lou.call(listBills, {
      order: 'relevance',
      status: 'passed',
      ...(after ? { after } : {}),
    })
    found.push(...page.bills.map(({ title, reason }) => [title, reason] as const))
    after = page.next
  } while (after)
  expect(found).toEqual([['Compact of the states', null]])
})
