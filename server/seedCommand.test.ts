import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '../contract/accounts.ts'
import { followUser } from '../contract/people.ts'
import { findProblems } from './check/derivedCounts.ts'
import { demoCode, demoPassword } from './seed/demoMembers.ts'
import { runHurd } from './testing/operator.ts'
import { commentBy, readNewest, notificationsOf, vote } from './testing/setups/notified.ts'
import { openWorld, type World } from './testing/world.ts'

// Loads the bundled bills and the gazetteer, in a process of its own.
vi.setConfig({ testTimeout: 120_000 })

let world: World
beforeAll(async () => (world = await openWorld()))
afterAll(() => world.close())

async function count() {
  const [row] = await world.pool`
    select (select count(*) from bills) as bills, (select count(*) from users) as members,
           (select count(*) from groups) as groups, (select count(*) from stances) as stances,
           (select count(*) from bill_comments) as comments, (select count(*) from access_codes) as codes,
           (select count(*) from representatives) as representatives`
  return row
}

test('an operator brings the demonstration to an instance with a life of its own; twice is as once', async () => {
  const [somebody, other] = [await world.member('somebody'), await world.member('another')]
  const { id } = await commentBy(world, somebody)
  await vote(other, id)
  await other.call(followUser, { id: somebody.user_id })
  await readNewest(somebody)
  const notifications = await notificationsOf(somebody)
  const { code, json } = await runHurd(world, ['seed', '--demo', '--json'])
  expect(code).toBe(0)
  expect(json).toMatchObject({ ok: true, created: true, code: demoCode, password: demoPassword })
  const [first] = Array.isArray(json['sign_ins']) ? json['sign_ins'] : []
  expect(await world.visitor.refusal(login, { email: first.email, password: demoPassword })).toBeNull()

  // Existing events cause no second notification.
  expect(await notificationsOf(somebody)).toEqual(notifications)

  const before = await count()
  expect(before).toMatchObject({ codes: 1 })
  for (const row of Object.values(before!)) expect(row).toBeGreaterThan(0)
  expect((await runHurd(world, ['seed', '--demo', '--json'])).json).toMatchObject({
    ok: true,
    created: false,
  })
  expect(await count()).toEqual(before)
  expect(await findProblems(world.pool)).toEqual([])
})

test('it is refused in production, without --demo, and when other members have the demo members’ names', async () => {
  const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://hurd.example.org' }
  const refused = await runHurd(world, ['seed', '--demo'], production)
  expect(refused).toMatchObject({
    code: 1,
    stderr: 'seed --demo is not allowed when NODE_ENV=production.\n',
  })
  expect((await runHurd(world, ['seed'])).code).toBe(2)

  const other = await openWorld()
  const [cast] = await world.pool<{ username: string }[]>`
    select username from users where access_code = ${demoCode} order by member_number limit 1`
  await other.member(cast!.username)
  const { code, stderr } = await runHurd(other, ['seed', '--demo'])
  expect(code).toBe(1)
  expect(stderr).toContain(`of the demo members (${cast!.username})`)
  expect((await other.pool`select from bills`).length).toBe(0)
  await other.close()
})
