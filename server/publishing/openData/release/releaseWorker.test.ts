import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { listPublicAggregates } from '#contract/openData/public.ts'
import type { PublicAggregate } from '#contract/openData/publicRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { runRelease } from './releaseWorker.ts'

const ohio = 'ocd-division/country:us/state:oh'
let app: TestServer
let bill_id: string
beforeAll(async () => {
  app = await startTestServer()
  ;({ bill_id } = await app.bill('Lantern Act'))
  // The first district has 40 active members, one of them with private stances, and a deactivated one. The second has 27.
  // Two members have no district.
  await app.pool`
    insert into users (username, full_name, email, password_hash, public_stances, account_status)
    select 'mem' || n, 'Member ' || n, 'm' || n || '@example.org', 'none', n <> 1, case when n = 2 then 'inactive' else 'active' end
      from generate_series(1, 70) n`
  await app.pool`
    insert into member_divisions (user_id, division)
    select user_id, unnest(array[${ohio}, ${ohio} || '/cd:' || case when n <= 41 then 1 else 2 end])
      from (select user_id, substr(username, 4)::int as n from users where username ~ '^mem[0-9]+$') m where n <= 68`
  await app.pool`
    insert into stances (bill_id, user_id, stance)
    select ${bill_id}, user_id, case when n % 2 = 0 then 'support' else 'oppose' end
      from (select user_id, substr(username, 4)::int as n from users where username ~ '^mem[0-9]+$') m`
  await app.pool`update bill_counters set support_count = 35, oppose_count = 35 where bill_id = ${bill_id}`
})
afterAll(() => app.close())

/** Runs every step of the release that is due today, and of the next day. */
async function runWeek() {
  while (await runRelease(app.pool));
  await app.pool`update stance_releases set next_attempt_at = now() where published_at is null`
  while (await runRelease(app.pool));
}

/** Moves the last release one week into the past. */
const passWeek = () => app.pool`update stance_releases set released_on = released_on - 7`

async function published(): Promise<Record<string, Partial<PublicAggregate>>> {
  const { aggregates } = await app.visitor.call(listPublicAggregates, { bill_id })
  return Object.fromEntries(
    aggregates.map(({ division, support, oppose, total, is_withheld }) => [
      division.replace('ocd-division/country:us', 'us'),
      { support, oppose, total, is_withheld },
    ]),
  )
}

test('stances are counted once by all workers, published a day later, and renewed when five members changed', async () => {
  // A worker that stops leaves its work to the others at once.
  await runRelease(app.pool, () => true)
  expect(await Promise.all([runRelease(app.pool), runRelease(app.pool)])).toContain(false)
  const [release] = await app.pool<
    { counted_at: string | null; published_at: string | null; wait: number }[]
  >`
    select counted_at, published_at, extract(epoch from next_attempt_at - now())::int as wait from stance_releases`
  expect(release).toMatchObject({ counted_at: expect.any(String), published_at: null })
  expect(release!.wait).toBeGreaterThan(86_000)
  expect(await published(), 'not before the next day').toEqual({})

  await runWeek()
  const first = {
    us: { support: 35, oppose: 35, total: 70, is_withheld: false },
    'us/state:oh': { support: null, oppose: null, total: null, is_withheld: true },
    'us/state:oh/cd:1': { support: 20, oppose: 20, total: 40, is_withheld: false },
    'us/state:oh/cd:2': { support: 15, oppose: 15, total: 25, is_withheld: false },
  }
  expect(await published()).toEqual(first)
  await runWeek()
  expect(await published(), 'one release a week').toEqual(first)

  // Three members who take a stance do not change the counts a week later. Five more members do.
  for (let number = 1; number <= 8; number += 1) {
    const person = await app.resident(`late${number}`, `${ohio}/cd:1`)
    await person.call(takeStance, { id: bill_id, stance: 'support' })
    if (number !== 3 && number !== 8) continue
    await passWeek()
    await runWeek()
    const { us } = await published()
    expect(us).toEqual(number === 3 ? first.us : { support: 40, oppose: 35, total: 75, is_withheld: false })
  }
  const [exact] = await app.pool<{ support: number; oppose: number }[]>`
    select support, oppose from district_releases where bill_id = ${bill_id} and division = 'ocd-division/country:us'`
  expect(exact).toEqual({ support: 42, oppose: 35 })
})
