import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { followUser } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { runHurd } from '#server/testing/operator.ts'
import { commentBy, readNewest, notificationsOf, vote } from '#server/testing/setups/notified.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { demoCode, demoPassword } from './demo/demoMembers.ts'

// This test loads the bundled bills and the gazetteer in a separate process.
vi.setConfig({ testTimeout: 120_000 })

let app: TestServer
beforeAll(async () => (app = await startTestServer()))
afterAll(() => app.close())

async function count() {
  const [row] = await app.pool`
    select (select count(*) from bills) as bills, (select count(*) from users) as members,
           (select count(*) from groups) as groups, (select count(*) from stances) as stances,
           (select count(*) from bill_comments) as comments, (select count(*) from access_codes) as codes,
           (select count(*) from representatives) as representatives`
  return row
}

test('an operator adds the demo to an instance with its own data, and a repeat changes nothing', async () => {
  const [somebody, other] = [await app.member('somebody'), await app.member('another')]
  const { id } = await commentBy(app, somebody)
  await vote(other, id)
  await other.call(followUser, { id: somebody.user_id })
  await readNewest(somebody)
  const notifications = await notificationsOf(somebody)
  const { code, json } = await runHurd(app, ['seed', '--demo', '--json'])
  expect(code).toBe(0)
  expect(json).toMatchObject({ ok: true, created: true, code: demoCode, password: demoPassword })
  const [first] = Array.isArray(json['sign_ins']) ? json['sign_ins'] : []
  expect(await app.visitor.refusal(login, { email: first.email, password: demoPassword })).toBeNull()

  // Events that already exist do not cause a second notification.
  expect(await notificationsOf(somebody)).toEqual(notifications)

  const before = await count()
  expect(before).toMatchObject({ codes: 1 })
  for (const row of Object.values(before!)) expect(row).toBeGreaterThan(0)
  expect((await runHurd(app, ['seed', '--demo', '--json'])).json).toMatchObject({
    ok: true,
    created: false,
  })
  expect(await count()).toEqual(before)
  expect(await findProblems(app.pool)).toEqual([])
})

test('the demo is refused in production, without --demo, and when other members have the demo members’ names', async () => {
  const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://hurd.example.org' }
  const refused = await runHurd(app, ['seed', '--demo'], production)
  expect(refused).toMatchObject({
    code: 1,
    stderr: 'seed --demo is not allowed when NODE_ENV=production.\n',
  })
  expect((await runHurd(app, ['seed'])).code).toBe(2)

  const other = await startTestServer()
  const [demoMember] = await app.pool<{ username: string }[]>`
    select username from users where access_code = ${demoCode} order by member_number limit 1`
  await other.member(demoMember!.username)
  const { code, stderr } = await runHurd(other, ['seed', '--demo'])
  expect(code).toBe(1)
  expect(stderr).toContain(`of the demo members (${demoMember!.username})`)
  expect((await other.pool`select from bills`).length).toBe(0)
  await other.close()
})
