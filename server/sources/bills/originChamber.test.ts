import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBill } from '../../../contract/bills.ts'
import { importRecords } from '../../testing/setups/importedBills.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { readCongress } from './congress.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

test('the page of a bill says in which chamber it began', async () => {
  const record = { congress: '119', type: 'HR', number: '9950', title: 'Lamp Act', originChamber: 'House' }
  const bill = readCongress({ bill: { ...record, introducedDate: '2025-02-03', sponsors: [] } })
  if (!('bill_code' in bill)) throw new Error('not a bill')
  await importRecords(app.pool, [bill])
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = 'us/119/hr/9950'`
  const reader = await app.member('reader')
  expect((await reader.call(getBill, { id: row!.bill_id })).bill.origin_chamber).toBe('House')
})
