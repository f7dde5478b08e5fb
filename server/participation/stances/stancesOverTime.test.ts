import { afterAll, beforeAll, expect, test } from 'vitest'
import { getStancesOverTime, takeStance } from '#contract/bills/bills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
const people: Person[] = []

beforeAll(async () => {
  app = await startTestServer()
  for (let number = 0; number < 20; number += 1) people.push(await app.member(`member-${number}`))
})
afterAll(() => app.close())

// covers HURD-BILLPAGE-05
test('stances are counted by week from twenty on, and a change moves a member from one stance to the other', async () => {
  const { bill_id: id } = await app.bill('Over time')
  const [first, second, ...others] = people
  for (const person of [first!, second!, ...others.slice(0, 17)]) {
    await person.call(takeStance, { id, stance: 'support' })
  }
  expect((await first!.call(getStancesOverTime, { id })).weeks).toEqual([])
  await others.at(-1)!.call(takeStance, { id, stance: 'oppose' })
  // Two weeks earlier, all but one had their stance. Then the first changed to neutral.
  await app.pool`update stance_changes set changed_at = '2026-03-04' where bill_id = ${id}`
  await app.pool`update stance_changes set changed_at = '2026-03-11' where user_id = ${second!.user_id}`
  await first!.call(takeStance, { id, stance: 'neutral' })
  await app.pool`update stance_changes set changed_at = '2026-03-19' where user_id = ${first!.user_id} and to_stance = 'neutral'`
  const { weeks } = await second!.call(getStancesOverTime, { id })
  expect(weeks).toEqual([
    { week: '2026-03-02', support_count: 18, oppose_count: 1, neutral_count: 0, learning_count: 0 },
    { week: '2026-03-09', support_count: 19, oppose_count: 1, neutral_count: 0, learning_count: 0 },
    { week: '2026-03-16', support_count: 18, oppose_count: 1, neutral_count: 1, learning_count: 0 },
  ])
})
