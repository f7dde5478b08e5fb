import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { voteRecords } from '#server/sources/votes/voteFiles.ts'
import { runHurd } from '#server/testing/operator.ts'
import { startProcess } from '#server/testing/processes.ts'
import { bills, votes } from '#server/testing/setups/records/bulkRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { bulkNames } from './bulk/writeFolder.ts'

// Each command is a separate process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const firstFolder = 'mi/2025-2026'
const secondFolder = 'us/119'

let app: TestServer
let target: string
beforeAll(async () => {
  app = await startTestServer()
  const path = (name: string) => join(app.dataDir, name)
  await writeFile(path('bills.jsonl'), bills.map((bill) => JSON.stringify(bill)).join('\n'))
  await writeFile(path('votes.jsonl'), votes.map((vote) => JSON.stringify(vote)).join('\n'))
  await importBills(app.pool, billRecords(await sourceFiles([path('bills.jsonl')]), 'hurd'))
  await importVotes(app.pool, voteRecords(await sourceFiles([path('votes.jsonl')], /./), 'hurd'))
})
afterAll(() => app.close())
beforeEach(async () => {
  target = await mkdtemp(join(tmpdir(), 'hurd-bulk-write-'))
})
afterEach(() => rm(target, { recursive: true, force: true }))

const write = () => runHurd(app, ['bulk', 'write', target, '--json'])

/** Returns every file below the target, with its content and time. */
async function filesIn(): Promise<Map<string, { content: Buffer; changed: number }>> {
  const files = new Map<string, { content: Buffer; changed: number }>()
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(target.length + 1), {
      content: await readFile(path),
      changed: (await stat(path)).mtimeMs,
    })
  }
  return files
}

/** Checks that the manifest of a folder describes exactly the files that are in the folder. */
async function expectWholeFolder(name: string): Promise<void> {
  const files = await filesIn()
  const manifest: { files: { name: string; sha256: string; rows: number }[] } = JSON.parse(
    String(files.get(`${name}/manifest.json`)?.content),
  )
  expect(manifest.files.map((file) => file.name)).toEqual([...bulkNames])
  for (const file of manifest.files) {
    const content = files.get(`${name}/${file.name}`)?.content ?? Buffer.alloc(0)
    expect(createHash('sha256').update(content).digest('hex'), file.name).toBe(file.sha256)
    expect(() => gunzipSync(content), file.name).not.toThrow()
  }
}

test('bulk write writes the files of every session, and a second run changes nothing', async () => {
  expect(await write()).toMatchObject({
    code: 0,
    json: { ok: true, folders: [firstFolder, secondFolder], bills: 2, changed: 2 },
  })
  await expectWholeFolder(firstFolder)
  await expectWholeFolder(secondFolder)
  const before = await filesIn()
  expect(before.size).toBe(2 * (bulkNames.length + 1))
  const texts = gunzipSync(before.get('us/119/texts.jsonl.gz')?.content ?? '').toString()
  expect(texts).toContain('Boats rest at night.')

  expect((await write()).json).toMatchObject({ bills: 2, changed: 0 })
  expect(await filesIn()).toEqual(before)
})

test('a run replaces what changed since the last one, and files that were damaged', async () => {
  await write()
  const before = await filesIn()
  await app.pool`update bills set title = 'A lamp on every bridge' where source_id = 'mi/2025-2026/hb4001'`
  await truncate(join(target, 'us/119/person_votes.csv.gz'), 20)
  expect((await write()).json).toMatchObject({ changed: 2 })
  await expectWholeFolder(firstFolder)
  await expectWholeFolder(secondFolder)
  const after = await filesIn()
  const changed = [...after].flatMap(([name, { changed }]) =>
    changed === before.get(name)?.changed ? [] : [name],
  )
  expect(changed.toSorted()).toEqual([
    'mi/2025-2026/bills.jsonl.gz',
    'mi/2025-2026/manifest.json',
    'us/119/manifest.json',
    'us/119/person_votes.csv.gz',
  ])
})

/**
 * Starts the command and stops it while the second folder is half written. A lock makes its texts wait at that moment.
 */
async function stopHalfway(signal: NodeJS.Signals) {
  const env = { DATABASE_URL: app.databaseUrl, DEMO: 'off' }
  return app.pool.begin(async (db) => {
    await db`lock table bill_version_texts in access exclusive mode`
    const { child, ended } = startProcess('server/cli.ts', ['bulk', 'write', target, '--json'], { env })
    await vi.waitUntil(
      async () => {
        const [row] = await app.pool<{ waits: boolean }[]>`
          select exists (
            select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
             where not granted and relation = 'bill_version_texts'::regclass) as waits`
        return row?.waits
      },
      { timeout: 40_000 },
    )
    child.kill(signal)
    return ended
  })
}

test('a run that is stopped halfway leaves only complete folders, and the next run completes the rest', async () => {
  const stopped = await stopHalfway('SIGTERM')
  expect(stopped.code).toBe(1)
  expect(JSON.parse(stopped.output)).toMatchObject({
    ok: false,
    error: 'Interrupted. Uncommitted changes were rolled back.',
  })
  expect((await readdir(target)).toSorted()).toEqual(['mi'])
  await expectWholeFolder(firstFolder)
  expect((await write()).json).toMatchObject({ changed: 1 })
  await expectWholeFolder(secondFolder)
})

test('a run that is killed leaves a hidden part, which a run of a later day removes', async () => {
  await stopHalfway('SIGKILL')
  const left = await readdir(target)
  const part = left.find((name) => name.startsWith('.part-')) ?? ''
  expect(left.toSorted()).toEqual([part, 'mi'])
  await expectWholeFolder(firstFolder)
  await write()
  expect(await readdir(target)).toContain(part)
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60
  await utimes(join(target, part), twoDaysAgo, twoDaysAgo)
  await write()
  expect((await readdir(target)).toSorted()).toEqual(['mi', 'us'])
})

test('bulk write without a folder or with two folders shows its usage', async () => {
  expect(await runHurd(app, ['bulk', 'write'])).toMatchObject({ code: 2 })
  expect(await runHurd(app, ['bulk', 'write', target, target])).toMatchObject({ code: 2 })
  expect(await readdir(target)).toEqual([])
})
