import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportedSponsorship } from '#server/sources/parts/importedParts.ts'
import { dayFromNow, importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())
beforeEach(() => app.pool`truncate bills cascade`)

function sponsor(name: string, source_person_id: string | null): ImportedSponsorship {
  return {
    name,
    classification: 'cosponsor',
    entity_type: 'person',
    party: null,
    district: null,
    organization: 'us/house',
    source_person_id,
    sponsored_on: dayFromNow(0),
    withdrawn_on: null,
    is_original: false,
  }
}

const ada = sponsor('Ada Lark', 'bioguide:L1')
const sam = sponsor('Sam Wren', 'bioguide:W1')
const importSponsors = (sponsorships: ImportedSponsorship[], options = {}) =>
  importRecords(app.pool, [importedBill(1, { parts: { sponsorships } })], options)
const joined = () => app.pool<{ update_key: string; summary: string; is_alertable: boolean }[]>`
  select update_key, summary, is_alertable from bill_updates
   where update_type = 'sponsor' order by update_id`

// covers BEY-ALERTS-01
test('a person who joins the sponsors causes one update, and the first sponsors of a bill cause none', async () => {
  await importSponsors([ada])
  expect(await joined()).toEqual([])
  await importSponsors([ada, sam])
  const update = {
    update_key: 'sponsor:bioguide:W1:joined',
    summary: 'Sam Wren joined as a sponsor.',
    is_alertable: true,
  }
  expect(await joined()).toEqual([update])
  await importSponsors([ada])
  await importSponsors([ada, sam])
  expect(await joined()).toEqual([update])
})

// covers BEY-ALERTS-01
test('a sponsor who is listed first when already withdrawn joins only when they sign again', async () => {
  await importSponsors([ada])
  await importSponsors([ada, { ...sam, withdrawn_on: dayFromNow(0) }])
  expect(await joined()).toEqual([])
  await importSponsors([ada, sam])
  expect(await joined()).toMatchObject([{ summary: 'Sam Wren joined as a sponsor.' }])
})

test('a sponsor whose id changes in the record does not join again', async () => {
  await importSponsors([ada])
  await importSponsors([sponsor('ADA LARK', 'ocd-person/1')])
  await importSponsors([sponsor('Lark, Ada', 'ocd-person/1')])
  expect(await joined()).toEqual([])
})

test('sponsors who are imported without notifications, or more than 20 at once, alert nobody', async () => {
  await importSponsors([ada])
  await importSponsors([ada, sam], { notify: false })
  const many = Array.from({ length: 21 }, (_, number) => sponsor(`Member ${number}`, `bioguide:M${number}`))
  await importSponsors([ada, sam, ...many])
  const updates = await joined()
  expect(updates).toHaveLength(22)
  expect(updates.filter(({ is_alertable }) => is_alertable)).toEqual([])
})
