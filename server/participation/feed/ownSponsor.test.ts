import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBill, listBills } from '#contract/bills/bills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const place = 'ocd-division/country:us/state:ny/place:new_york'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function sponsorsFor(person: Person) {
  const { bills } = await person.call(listBills, { order: 'relevance', limit: 20 })
  return Object.fromEntries(bills.map(({ title, own_sponsor }) => [title, own_sponsor]))
}

// covers HURD-CARD-REASON-02
test('a resident reads that their own council member sponsors a bill, and a neighbor of another district does not', async () => {
  const office = { title: 'Council Member', government_level: 'local' } as const
  await app.representative('council-33', { ...office, division: `${place}/council_district:33` })
  await app.representative('council-40', {
    ...office,
    division: `${place}/council_district:40`,
    valid_to: '2020-01-01',
  })
  const local = { government_level: 'local', jurisdiction: place } as const
  const cafes = await app.bill('Cafes on the roadway', local)
  const parking = await app.bill('Parking at crossings', local)
  const former = await app.bill('Bill of a former member', local)
  const withdrawn = await app.bill('Bill whose sponsor withdrew', local)
  await app.pool`
    insert into bill_sponsorships (bill_id, position, name, classification, entity_type, rep_id)
    values (${cafes.bill_id}, 1, 'Councilor Thirty-Three', 'primary', 'person', 'council-33'),
           (${parking.bill_id}, 1, 'Councilor Thirty-Three', 'cosponsor', 'person', 'council-33'),
           (${former.bill_id}, 1, 'Councilor Forty', 'primary', 'person', 'council-40'),
           (${withdrawn.bill_id}, 1, 'Councilor Thirty-Three', 'primary', 'person', 'council-33')`
  await app.pool`update bill_sponsorships set withdrawn_on = '2025-05-03' where bill_id = ${withdrawn.bill_id}`

  const own = await app.resident('ownresident', place)
  const neighbor = await app.resident('neighbor', place)
  await app.pool`
    insert into member_divisions (user_id, division)
    values (${own.user_id}, ${`${place}/council_district:33`}), (${neighbor.user_id}, ${`${place}/council_district:40`})`
  const seen = await sponsorsFor(own)
  expect(Object.keys(seen)).toHaveLength(4)
  expect(seen['Cafes on the roadway']).toBe('Council Member')
  // A cosponsor did not write the bill.
  expect(seen['Parking at crossings']).toBeUndefined()
  expect(seen['Bill whose sponsor withdrew']).toBeUndefined()
  expect((await own.call(getBill, { id: cafes.bill_id })).bill.own_sponsor).toBe('Council Member')
  expect((await own.call(getBill, { id: withdrawn.bill_id })).bill.own_sponsor).toBeUndefined()
  const other = await sponsorsFor(neighbor)
  expect(Object.keys(other)).toHaveLength(4)
  expect(other['Cafes on the roadway']).toBeUndefined()
  expect(other['Bill of a former member']).toBeUndefined()
})
