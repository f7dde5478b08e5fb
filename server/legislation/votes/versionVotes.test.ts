import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { getAgreement } from '#contract/votes/votes.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { saveImportedVotes } from './import.ts'

const state = 'ocd-division/country:us/state:ny'
const introduced = 'A ferry that runs at night shall carry a light. The crew may carry a second light.'
let app: TestServer
let ada: Person

beforeAll(async () => {
  app = await startTestServer()
  ada = await app.resident('ada', `${state}/cd:9`)
  await app.representative('S1', {
    organization: 'us/senate',
    title: 'U.S. Senator',
    division: state,
    rep_name: 'Sam Senator',
  })
})
afterAll(() => app.close())

/** Creates a bill with a stance on its first version, and then another version. */
async function billWithTwoVersions(title: string, newer: string, printed_on: string) {
  const { bill_id } = await app.bill(title)
  await storeText(app, bill_id, { full_text: introduced }, { label: 'Introduced', printed_on: '2025-01-01' })
  await ada.call(takeStance, { id: bill_id, stance: 'support' })
  await storeText(app, bill_id, { full_text: newer }, { label: 'Engrossed', printed_on })
  return bill_id
}

// covers BEY-VOTES-25
test('a vote on another version counts unless a material change lies between the stance and the vote', async () => {
  const minor = introduced.replace('second', 'spare')
  const material = introduced.replace('a light.', '4 lights.')
  const cases: [string, string, string][] = [
    ['Unchanged Act', introduced, '2025-02-01'],
    ['Minor Act', minor, '2025-02-01'],
    ['Material Act', material, '2025-02-01'],
    ['Changed later Act', material, '2025-09-01'],
  ]
  for (const [title, newer, printed_on] of cases) {
    // oxlint-disable-next-line no-await-in-loop -- each case needs its own bill
    const bill_id = await billWithTwoVersions(title, newer, printed_on)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await senatorVotesYes(bill_id, title)
  }
  const { bills, compared, agreed } = await ada.call(getAgreement, { id: 'S1' })
  expect(
    Object.fromEntries(bills.map(({ bill, outcome, reason }) => [bill.title, reason ?? outcome])),
  ).toEqual({
    'Unchanged Act': 'agreed',
    'Minor Act': 'agreed',
    'Material Act': 'version',
    'Changed later Act': 'agreed',
  })
  expect([agreed, compared]).toEqual([3, 3])
})

async function senatorVotesYes(bill_id: string, key: string) {
  const [bill] = await app.pool<{ source_id: string }[]>`
    select source_id from bills where bill_id = ${bill_id}`
  const record = readHurdVote({
    vote_key: key,
    organization: 'us/senate',
    session: '119',
    bill: bill!.source_id,
    date: '2025-05-20',
    motion: 'On Passage of the Bill',
    result: 'Passed',
    source_name: 'U.S. Senate',
    source_url: 'https://www.senate.gov/vote',
    votes: { yes: ['S1|Sam Senator|D|NY'] },
  })
  await app.pool.begin((transaction) => saveImportedVotes(transaction, [record]))
}
