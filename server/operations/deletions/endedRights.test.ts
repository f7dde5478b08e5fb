import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changePassword, deleteAccount } from '#contract/accounts/accounts.ts'
import { removePasskey } from '#contract/accounts/secondFactor.ts'
import { resetFeedAddress } from '#contract/alerts.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#contract/openData/apiKeys.ts'
import { publicPrefix } from '#contract/openData/public.ts'
import { mailsTo } from '#server/testing/external/mailbox.ts'
import { runHurd } from '#server/testing/operator.ts'
import { copyTemplate } from '#server/testing/postgres/postgres.ts'
import { startServer } from '#server/testing/processes.ts'
import { addApp, secretPaths } from '#server/testing/setups/intrusion.ts'
import { addSoftwarePasskey, withPasskey } from '#server/testing/setups/passkeys.ts'
import { password, setPassword, withSecondFactor } from '#server/testing/setups/secondFactors.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { openLedgerCopy } from './ledgerCopy.ts'

// The test starts real processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const newPassword = 'loud ocean evening'

let app: TestServer
let home: string
beforeAll(async () => {
  app = await startTestServer()
  home = await mkdtemp(join(tmpdir(), 'hurd-rights-'))
})
afterAll(async () => {
  await app.close()
  await rm(home, { recursive: true, force: true })
})

async function memberWithRights(username: string) {
  const person = await app.member(username)
  await setPassword(person, app)
  const { secret, key } = await person.call(createApiKey, { name: 'Reader' })
  await runHurd(app, ['roles', 'grant', username, 'moderator'])
  return { ...person, key: secret, key_id: key.key_id, paths: await secretPaths(person) }
}

const actionsIn = (ledger: string) => ledger.split('\n').map((line) => line.split(' ')[1] ?? '')

// covers HURD-RESTORE-01
test('a restore returns no right that ended after the backup, and every right of a member who ended none', async () => {
  const ledger = join(app.dataDir, 'deletions.ledger')
  const archive = join(home, 'backup.tar.gz')
  const [vic, kim, jon] = [
    await memberWithRights('vic'),
    await memberWithRights('kim'),
    await app.member('jon'),
  ]
  await setPassword(jon, app)
  const lost = await app.member('lost')
  await withSecondFactor(lost, app)
  const pia = await app.member('pia')
  const { passkey_id, recovery_codes } = await withPasskey(pia, app)
  await addSoftwarePasskey(pia, { code: recovery_codes[0] })
  const gone = await app.member('gone')
  const goneKey = await gone.call(createApiKey, { name: 'Reader' })
  expect((await runHurd(app, ['backup', archive])).code).toBe(0)

  await vic.call(changePassword, { currentPassword: password, newPassword, endFeedAddresses: false })
  await vic.call(revokeApiKey, { id: vic.key_id })
  await vic.call(resetFeedAddress, {})
  await runHurd(app, ['roles', 'revoke', 'vic'])
  await addApp(jon, password)
  await pia.call(removePasskey, { id: passkey_id, currentPassword: password, code: recovery_codes[1]! })
  await gone.call(revokeApiKey, { id: goneKey.key.key_id })
  await gone.call(deleteAccount, {})
  await runHurd(app, ['users', 'remove-second-factor', 'lost'])
  await openLedgerCopy(app.pool, { deletionLedger: ledger, deletionLedgerKey: null })()
  const lines = await readFile(ledger, 'utf8')
  expect(new Set(actionsIn(lines))).toEqual(
    new Set([
      'deleted',
      'password',
      'api_key',
      'addresses',
      'role',
      'second_factor',
      'app',
      'passkey',
      'recovery_codes',
      'second_factor_on',
      '',
    ]),
  )
  for (const secret of [vic.user_id, vic.key_id, vic.username, newPassword]) {
    expect(lines).not.toContain(secret)
  }
  expect(await app.pool`select from deletion_ledger where subject is not null`).toHaveLength(0)

  const database = await copyTemplate('empty')
  const at = { ...app, databaseUrl: database.url, pool: database.pool }
  const DATA_DIR = await mkdtemp(join(home, 'instance-'))
  const restored = await runHurd(at, ['restore', archive, '--ledger', ledger], { DATA_DIR })
  for (const line of [
    '1 password changed after the backup. The members must set a new one and get an email.',
    'Ended again: 2 API keys, 1 member with secret feed addresses.',
    'Roles ended again: @vic. Grant those that are still wanted.',
    'Removed again: 2 second steps (apps and passkeys).',
    'Two-step sign-in is off for 2 members who had it. They get an email.',
  ]) {
    expect(restored.stdout).toContain(line)
  }
  expect(restored.code).toBe(0)

  const server = await startServer(DATA_DIR, { env: { DATABASE_URL: database.url, DEMO: 'off' } })
  const signIn = async ({ email }: Person, word: string) =>
    (await server.request('/api/auth/login', { email, password: word })).status
  const statusOf = async (path: string, key?: string) =>
    (await fetch(server.origin + path, key ? { headers: { 'x-api-key': key } } : {})).status
  expect([await signIn(vic, password), await signIn(vic, newPassword)]).toEqual([401, 401])
  expect(await statusOf(`${publicPrefix}/bills`, vic.key)).toBe(401)
  for (const path of vic.paths) expect(await statusOf(path)).toBe(404)
  expect(await signIn(lost, password), 'without the second step that ended').toBe(200)

  expect(await signIn(kim, password)).toBe(200)
  expect(await statusOf(`${publicPrefix}/bills`, kim.key)).toBe(200)
  for (const path of kim.paths) expect(await statusOf(path)).toBe(200)
  await server.stop()
  const roles = await database.pool<{ username: string }[]>`
    select username from operator_roles join users using (user_id)`
  expect(roles).toEqual([{ username: 'kim' }])
  const passkeys = await database.pool<{ passkey_id: string }[]>`
    select passkey_id from passkeys where user_id = ${pia.user_id}`
  expect(passkeys, 'the passkey that was kept').toHaveLength(1)
  expect(passkeys).not.toContainEqual({ passkey_id })
  const [mail] = await mailsTo(at, vic.email)
  expect(mail?.subject).toBe('Set a new Hurd password')
  expect(await mailsTo(at, kim.email)).toEqual([])
  for (const { email } of [jon, lost]) {
    const subjects = (await mailsTo(at, email)).map(({ subject }) => subject)
    expect(subjects.join()).toContain('Two-step sign-in is off')
  }

  const again = await runHurd(at, ['deletions', 'replay', ledger], { DATA_DIR })
  expect(again.stdout).toContain('0 new entries')
  await database.drop()
  expect((await vic.call(listApiKeys, {})).keys).toEqual([])
})
