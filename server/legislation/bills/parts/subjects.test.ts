import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBill, listBills } from '#contract/bills/bills.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let reader: Person
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('subjectreader')
})
afterAll(() => app.close())

const found = async () => (await reader.call(listBills, { q: 'beacon' })).bills

const importSubjects = (...subjects: string[]) =>
  importRecords(app.pool, [importedBill(711, { parts: { subjects } })])

// covers BEY-ANATOMY-18
test('a bill is found by a subject that is not in its title, and no longer once the source removed it', async () => {
  await importSubjects('Lighthouses and beacons', 'Taxation')
  const [bill] = await found()
  expect(bill?.bill_code).toBe('H.R. 711')
  const page = await reader.call(getBill, { id: bill!.bill_id })
  expect(page.bill.subjects).toEqual(['Lighthouses and beacons', 'Taxation'])

  await app.pool`update bills set summary = 'Another summary.' where source_id = 'us/119/hr/711'`
  expect(await found()).toHaveLength(1)

  await importSubjects('Taxation')
  expect(await found()).toEqual([])
})
