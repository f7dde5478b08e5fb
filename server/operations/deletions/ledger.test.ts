import { chmod, copyFile, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteAccount, restoreAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { runHurd } from '#server/testing/operator.ts'
import { copyTemplate } from '#server/testing/postgres/postgres.ts'
import { startServer } from '#server/testing/processes.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { openLedgerCopy } from './ledgerCopy.ts'

// Each test starts real processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }

let app: TestServer
let home: string
let ledger: string
let archive: string
/** This backup was made before the first deletion, so it does not contain the key of the ledger. */
let oldArchive: string
let bill_id: string
/**
 * These members were deleted after the backup: one permanently, one with a restore link that still works, and one whose
 * deletion was undone.
 */
let [gone, pending, back]: Awaited<ReturnType<TestServer['member']>>[] = []
/** This member was deleted before the backup and restored after it. */
let undone: Awaited<ReturnType<TestServer['member']>>

beforeAll(async () => {
  app = await startTestServer()
  home = await mkdtemp(join(tmpdir(), 'hurd-ledger-'))
  await chmod(home, 0o755)
  ledger = join(app.dataDir, 'deletions.ledger')
  archive = join(home, 'backup.tar.gz')
  gone = await app.member('gone')
  pending = await app.member('pending', verified)
  back = await app.member('back', verified)
  undone = await app.member('undone', verified)
  const bill = await app.bill('A Bill of Those Who Left')
  bill_id = bill.bill_id
  for (const member of [gone, pending, back, undone]) {
    await member.call(takeStance, { id: bill_id, stance: 'support' })
  }
  oldArchive = join(home, 'old.tar.gz')
  const old = await runHurd(app, ['backup', oldArchive, '--json'], { DATA_DIR: app.dataDir })
  expect(old.json).toMatchObject({ ok: true })
  await undone.call(deleteAccount, {})
  const backup = await runHurd(app, ['backup', archive, '--json'], { DATA_DIR: app.dataDir })
  expect(backup.json).toMatchObject({ ok: true })

  for (const member of [gone, pending, back]) await member.call(deleteAccount, {})
  for (const member of [back, undone]) {
    await app.visitor.call(restoreAccount, { token: await tokenTo(app, member.email) })
  }
})
afterAll(async () => {
  await app.close()
  await rm(home, { recursive: true, force: true })
})

/** Creates an empty instance with its own database and its own DATA_DIR. */
async function emptyInstance() {
  const database = await copyTemplate('empty')
  const at = { ...app, databaseUrl: database.url, pool: database.pool }
  const DATA_DIR = await mkdtemp(join(home, 'instance-'))
  return { ...database, at, DATA_DIR, hurd: (args: string[]) => runHurd(at, args, { DATA_DIR }) }
}

async function usersOf(pool: TestServer['pool']): Promise<string[]> {
  const rows = await pool<
    { username: string }[]
  >`select username from users where account_status <> 'closed' order by 1`
  return rows.map(({ username }) => username)
}

function tablesOf(pool: TestServer['pool']) {
  return pool`select tablename from pg_tables where schemaname = 'public'`
}

function purgeTimeOf(pool: TestServer['pool']) {
  return pool`
    select date_trunc('milliseconds', purge_at)::text as at from closed_accounts join users using (user_id) where username = 'pending'`
}

async function supportOf(pool: TestServer['pool']) {
  const [row] = await pool<{ support_count: number }[]>`
    select support_count from current_bill_counts where bill_id = ${bill_id}`
  return row!.support_count
}

test('every deletion and every restoration is on disk when the call is answered, without anything that identifies the member', async () => {
  const lines = (await readFile(ledger, 'utf8')).trim().split('\n')
  expect(lines.map((line) => line.split(' ')[1])).toEqual([
    'deleted',
    'deleted',
    'deleted',
    'deleted',
    'restored',
    'restored',
  ])
  for (const member of [gone!, pending!]) {
    expect(lines.join()).not.toContain(member.user_id)
    expect(lines.join()).not.toContain(member.username)
  }
  for (const file of [ledger, `${ledger}.key`]) expect((await stat(file)).mode & 0o777).toBe(0o600)
})

describe('a restore from a backup that is older than the deletions', () => {
  test('deletes the same members again, keeps the restored ones, and every count is correct', async () => {
    const instance = await emptyInstance()
    const { json } = await instance.hurd(['restore', archive, '--ledger', ledger, '--json'])
    expect(json).toMatchObject({ ok: true, problems: [], deletions: { deleted: 2, restored: 1 } })
    expect(await usersOf(instance.pool)).toEqual(['back', 'undone'])
    // The stance of the member who can still be restored is counted, and that of the removed member is not.
    expect(await supportOf(instance.pool)).toBe(3)
    expect(await findProblems(instance.pool)).toEqual([])
    // No backup contains the link of the first deletion, so a new one is sent. It expires on the same day.
    const notices = await mailsTo(instance.at, pending!.email)
    expect(notices.map((mail) => mail.purpose)).toEqual(['deletion_notice'])
    const [[again], [first]] = [await purgeTimeOf(instance.pool), await purgeTimeOf(app.pool)]
    expect(again).toEqual(first)
    await instance.drop()
  })

  test('says if there is no ledger, and the ledger can be replayed later, even twice', async () => {
    const instance = await emptyInstance()
    const { stdout } = await instance.hurd(['restore', archive])
    expect(stdout).toContain('There is no deletion ledger')
    expect(await usersOf(instance.pool)).toEqual(['back', 'gone', 'pending'])
    expect((await instance.hurd(['deletions', 'replay', join(home, 'none')])).code).toBe(1)
    // This file has every line twice, as if two ledgers had been joined.
    const twice = join(home, 'twice.ledger')
    await writeFile(twice, `${await readFile(ledger, 'utf8')}${await readFile(ledger, 'utf8')}`)
    const first = await instance.hurd(['deletions', 'replay', twice, '--json'])
    expect(first.json).toMatchObject({ ok: true, deleted: 2, restored: 1 })
    const second = await instance.hurd(['deletions', 'replay', ledger, '--json'])
    expect(second.json).toMatchObject({ entries: 0, deleted: 0, restored: 0 })
    expect(await usersOf(instance.pool)).toEqual(['back', 'undone'])
    // The next backup contains the ledger.
    expect(await instance.pool`select from deletion_ledger`).toHaveLength(6)
    await instance.drop()
  })

  test('is completed by the server before it accepts requests if only the database was restored', async () => {
    const instance = await emptyInstance()
    await instance.hurd(['restore', archive])
    await writeFile(
      join(instance.DATA_DIR, 'deletions.ledger'),
      `${await readFile(ledger, 'utf8')}2026-01-01T0`,
    )
    const server = await startServer(instance.DATA_DIR, { env: { DATABASE_URL: instance.url, DEMO: 'off' } })
    expect(server.stderr()).toContain(
      'Replayed the deletion ledger: 2 accounts deleted again, 1 restored again.',
    )
    await server.stop()
    expect(await usersOf(instance.pool)).toEqual(['back', 'undone'])
    await instance.drop()
  })

  test('is refused before anything is written if the key of the ledger is unknown', async () => {
    const instance = await emptyInstance()
    const other = join(home, 'other.ledger')
    await writeFile(other, (await readFile(ledger, 'utf8')).replaceAll(/\w+$/gm, '0'.repeat(16)))
    const { code, stderr } = await instance.hurd(['restore', archive, '--ledger', other])
    expect(code).toBe(1)
    expect(stderr).toContain('6 entries of')
    expect(stderr).toContain('made with another key')
    expect(await tablesOf(instance.pool)).toEqual([])
    const folder = await instance.hurd(['restore', archive, '--ledger', home])
    expect(folder.stderr).toContain(`The deletion ledger ${home} cannot be read by this user.`)
    await copyFile(ledger, other)
    expect((await instance.hurd(['restore', archive, '--ledger', other])).code).toBe(0)
    await instance.drop()
  })

  test('sends a new link for a deletion whose email was unsent at the time of the backup', async () => {
    const instance = await emptyInstance()
    const { json } = await instance.hurd(['restore', archive, '--json'])
    expect(json).toMatchObject({ ok: true, links: 1 })
    const [notice] = await mailsTo(instance.at, undone.email)
    expect(notice).toMatchObject({ purpose: 'deletion_notice', state: 'pending' })
    const token = await tokenTo(instance.at, undone.email)
    const server = await startServer(instance.DATA_DIR, { env: { DATABASE_URL: instance.url, DEMO: 'off' } })
    expect(await server.request(restoreAccount.path, { token })).toMatchObject({ status: 200 })
    await server.stop()
    expect(await usersOf(instance.pool)).toEqual(['back', 'gone', 'pending', 'undone'])
    await instance.drop()
  })
})

describe('a backup that is older than the key of the ledger', () => {
  test('is completed with the key file beside the ledger, and the instance continues with the same key', async () => {
    const instance = await emptyInstance()
    const copied = join(instance.DATA_DIR, 'deletions.ledger')
    await copyFile(ledger, copied)
    await copyFile(`${ledger}.key`, `${copied}.key`)
    const { json } = await instance.hurd(['restore', oldArchive, '--json'])
    expect(json).toMatchObject({ ok: true, deletions: { deleted: 2, skipped: 0 } })
    expect(await usersOf(instance.pool)).toEqual(['back', 'undone'])
    const server = await startServer(instance.DATA_DIR, { env: { DATABASE_URL: instance.url, DEMO: 'off' } })
    await server.stop()
    const secrets = await instance.pool<{ secret: string }[]>`
      select encode(secret, 'hex') as secret from instance_secrets where name = 'deletion_ledger'`
    expect(secrets.map(({ secret }) => `${secret}\n`)).toEqual([await readFile(`${ledger}.key`, 'utf8')])
    await instance.drop()
  })

  test('does not restore deleted members if the key is lost, because the restore and the server refuse', async () => {
    const instance = await emptyInstance()
    const copied = join(instance.DATA_DIR, 'deletions.ledger')
    await copyFile(ledger, copied)
    const refused = await instance.hurd(['restore', oldArchive])
    expect(refused.stderr).toContain('made with another key')
    expect(await tablesOf(instance.pool)).toEqual([])

    await rename(copied, `${copied}.away`)
    await instance.hurd(['restore', oldArchive])
    await rename(`${copied}.away`, copied)
    const env = { DATABASE_URL: instance.url, DEMO: 'off' }
    await expect(startServer(instance.DATA_DIR, { env })).rejects.toThrow('made with another key')
    const anyway = { ...env, DELETION_LEDGER_UNKNOWN_KEYS: 'skip' }
    const server = await startServer(instance.DATA_DIR, { env: anyway })
    expect(server.stderr()).toContain('Skipped 6 entries of the deletion ledger')
    await server.stop()
    await instance.drop()
  })
})

async function lineCounts(path: string) {
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  return { lines: lines.length, distinct: new Set(lines).size }
}

function addEntry(db: Db) {
  return db`
    insert into deletion_ledger (event, account_hash, key_id)
    values ('deleted', sha256(gen_random_uuid()::text::bytea), ${'0'.repeat(16)})`
}

describe('the ledger file', () => {
  test('gets each entry once when several deletions finish at the same time', async () => {
    const database = await copyTemplate()
    const { pool } = database
    const path = join(home, 'parallel.ledger')
    const copy = openLedgerCopy(pool, { deletionLedger: path, deletionLedgerKey: null })
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await addEntry(pool)
        await copy()
      }),
    )
    expect(await lineCounts(path)).toEqual({ lines: 10, distinct: 10 })
    await database.drop()
  })

  test('gets an entry whose transaction committed after later ones, and is written again after it was lost', async () => {
    const database = await copyTemplate()
    const { pool } = database
    const path = join(home, 'late.ledger')
    const copy = openLedgerCopy(pool, { deletionLedger: path, deletionLedgerKey: null })
    await pool.begin(async (late) => {
      await addEntry(late)
      for (let later = 0; later < 3; later += 1) {
        await addEntry(pool)
        await copy()
      }
    })
    await copy()
    expect(await lineCounts(path)).toEqual({ lines: 4, distinct: 4 })
    await rm(path)
    await copy()
    expect(await lineCounts(path)).toEqual({ lines: 4, distinct: 4 })
    await database.drop()
  })
})
