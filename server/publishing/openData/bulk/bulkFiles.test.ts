import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { csvRecords } from '#server/sources/csv.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { voteRecords } from '#server/sources/votes/voteFiles.ts'
import { plantCanaries, type Canaries } from '#server/testing/setups/calls/canaries.ts'
import { bills, votes } from '#server/testing/setups/records/bulkRecords.ts'
import { addPublicRecords } from '#server/testing/setups/records/publicRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { runBulkFiles } from './bulkWorker.ts'
import { csvRow, bulkNames } from './writeFolder.ts'

let app: TestServer
let empty: TestServer
let canaries: Canaries
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hurd-bulk-test-'))
  app = await startTestServer()
  empty = await startTestServer()
  canaries = await plantCanaries(app)
  await addPublicRecords(app, canaries.ids.bill_id)
  await importInto(app, await linesIn('bills.jsonl', bills), await linesIn('votes.jsonl', votes))
  await runNight()
}, 60_000)
afterAll(async () => {
  await Promise.all([app.close(), empty.close()])
  await rm(folder, { recursive: true, force: true })
})

async function linesIn(name: string, records: readonly object[]): Promise<string[]> {
  const path = join(folder, name)
  await writeFile(path, records.map((record) => JSON.stringify(record)).join('\n'))
  return [path]
}

async function importInto(server: TestServer, billFiles: string[], voteFiles: string[]): Promise<void> {
  const report = await importBills(server.pool, billRecords(await sourceFiles(billFiles), 'hurd'))
  expect(report.refusals).toEqual([])
  const voteReport = await importVotes(server.pool, voteRecords(await sourceFiles(voteFiles, /./), 'hurd'))
  expect(voteReport.refusals).toEqual([])
}

async function runNight(): Promise<void> {
  await app.pool`
    insert into bulk_runs (run_on) values (current_date)
    on conflict (run_on) do update set finished_at = null, written_to = null, next_attempt_at = now()`
  await runBulkFiles(app.pool, app.bulkStorage)
}

async function download(path: string): Promise<Buffer> {
  const response = await fetch(`${app.origin}/bulk/${path}`)
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const contentOf = async (path: string) => gunzipSync(await download(path)).toString()

async function manifestOf(name: string) {
  const response = await fetch(`${app.origin}/bulk/${name}/manifest.json`)
  const manifest: {
    files: { name: string; sha256: string; bytes: number; rows: number }[]
    sources: { name: string; license: string | null; credit: string | null }[]
  } = JSON.parse(await response.text())
  return manifest
}

async function everyFile(): Promise<string> {
  const { body } = await app.send('GET', '/bulk/index.json')
  const folders: { folder: string }[] = JSON.parse(JSON.stringify(body['folders']))
  expect(folders.length).toBeGreaterThan(2)
  const texts = await Promise.all(
    folders.flatMap((entry) => bulkNames.map((name) => contentOf(`${entry.folder}/${name}`))),
  )
  return texts.join('\n')
}

/**
 * Returns everything about the imported bills and votes that a reader can see, without ids and times of this instance.
 */
async function publicContent({ pool }: TestServer) {
  const stored = await pool`
    select b.source_id, b.path, b.bill_code, b.title, b.summary, b.summary_by, b.topics, b.government_level,
           b.jurisdiction, b.status, b.created_at, b.latest_action_on, b.progress_reached,
           b.progress_reached_on, b.progress_next, b.progress_final, b.progress_dots, b.source_name,
           b.source_url, b.source_updated_at, b.legislative_session,
           (select jsonb_agg(to_jsonb(s) - 'bill_id' order by position) from bill_sponsorships s
             where s.bill_id = b.bill_id) as sponsorships,
           (select jsonb_agg(to_jsonb(a) - '{bill_id,vote_event_id}'::text[] order by position) from bill_actions a
             where a.bill_id = b.bill_id) as actions,
           (select jsonb_agg(to_jsonb(c) - 'bill_id' order by position) from bill_committees c
             where c.bill_id = b.bill_id) as committees,
           (select jsonb_agg(to_jsonb(v) - '{bill_id,first_seen_at}'::text[]
                             || jsonb_build_object('text', to_jsonb(t) - 'bill_id') order by v.version_no)
              from bill_versions v left join bill_version_texts t using (bill_id, version_no)
             where v.bill_id = b.bill_id) as versions
      from bills b where b.source_id in ('us/119/hr/7001', 'mi/2025-2026/hb4001') order by b.source_id`
  const events = await pool`
    select to_jsonb(e) - '{vote_event_id,bill_id,content_hash,insert_order}'::text[] as event, b.source_id as bill,
           (select jsonb_agg(to_jsonb(p) - '{vote_event_id,position}'::text[] order by voter_name) from person_votes p
             where p.vote_event_id = e.vote_event_id) as roll
      from vote_events e left join bills b using (bill_id)
     where e.vote_key in ('us/119/h/77/2025', 'us/119/s/5/2025') order by e.vote_key`
  return { bills: stored, events }
}

// covers BEY-OPEN-04
test('importing the bulk files into an empty instance gives the same bills, versions and votes', async () => {
  const before = await publicContent(app)
  expect(before.bills).toHaveLength(2)
  expect(before.events).toHaveLength(2)
  const files = new Map<string, string>()
  for (const name of ['us/119', 'mi/2025-2026']) {
    await mkdir(join(folder, name), { recursive: true })
    for (const file of bulkNames.filter((bulkName) => bulkName.includes('jsonl'))) {
      const path = join(folder, name, file)
      await writeFile(path, await download(`${name}/${file}`))
      files.set(`${name}/${file}`, path)
    }
  }
  const paths = (kind: string) =>
    [...files].flatMap(([name, path]) => (name.endsWith(`/${kind}.jsonl.gz`) ? path : []))
  await importInto(empty, [...paths('bills'), ...paths('versions'), ...paths('texts')], paths('vote_events'))
  expect(await publicContent(empty)).toEqual(before)
})

test('a manifest names the hash, the size, the rows and the sources of every file', async () => {
  const { files, sources } = await manifestOf('us/119')
  expect(files.map(({ name }) => name)).toEqual([...bulkNames].toSorted())
  for (const { name, sha256, bytes, rows } of files) {
    const content = await download(`us/119/${name}`)
    expect(createHash('sha256').update(content).digest('hex'), name).toBe(sha256)
    expect(content.length, name).toBe(bytes)
    const text = gunzipSync(content).toString()
    const records = name.includes('csv') ? [...csvRecords(text)] : text.split('\n').filter(Boolean)
    expect(records, name).toHaveLength(rows)
  }
  expect(sources.map(({ name }) => name)).toEqual(['Congress.gov', 'House Clerk', 'U.S. Senate'])
})

// covers BEY-OPEN-09
test('every record of the bulk files names its source, and LegiScan keeps its credit', async () => {
  const credit = 'Legislative data by LegiScan (legiscan.com), CC BY 4.0'
  const [bill] = (await contentOf('mi/2025-2026/bills.jsonl.gz')).split('\n')
  expect(JSON.parse(bill ?? '')).toMatchObject({ source: { name: 'LegiScan', license: 'CC-BY-4.0', credit } })
  expect((await manifestOf('mi/2025-2026')).sources).toMatchObject([{ name: 'LegiScan', credit }])
  for (const name of bulkNames) {
    const text = await contentOf(`us/119/${name}`)
    const records: unknown[] = name.includes('csv')
      ? [...csvRecords(text)].map((row) => row['source_name'])
      : text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line).source.name)
    expect(
      records.every((source) => typeof source === 'string' && source !== ''),
      name,
    ).toBe(true)
  }
})

test('cells follow RFC 4180, and a spreadsheet does not run any of them as a formula', async () => {
  expect(csvRow(['a,b', 'c"d', 'e\nf', null, 5, -5, true, '-x', '@y', '\tz'])).toBe(
    '"a,b","c""d","e\nf",,5,-5,true,\'-x,\'@y,\'\tz\r\n',
  )
  const sponsors = [...csvRecords(await contentOf('us/119/sponsorships.csv.gz'))]
  expect(sponsors.map((row) => row['name'])).toEqual(["'=SUM(Lark)", 'Wren, Sam'])
  expect(await contentOf('us/119/person_votes.csv.gz')).toContain(`"'=HYPERLINK(""x"")"`)
})

test('nothing about members is in any file except the rounded counts', async () => {
  const text = await everyFile()
  expect(text).toContain('Canary Bill')
  const { owner, other } = canaries.personal
  const hidden = [...owner, ...other, ...canaries.secrets, ...canaries.places]
  expect(hidden.length).toBeGreaterThan(10)
  expect(hidden.filter((canary) => text.includes(canary))).toEqual([])
  expect([canaries.owner, canaries.other].filter(({ user_id }) => text.includes(user_id))).toEqual([])
})

test('a file has an ETag and can be cached, and a path without a file answers 404', async () => {
  const url = `${app.origin}/bulk/us/119/bills.jsonl.gz`
  const { headers } = await fetch(url)
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect(headers.get('content-type')).toBe('application/gzip')
  const again = await fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  for (const path of ['us/119/passwords.csv.gz', 'us/1/manifest.json', 'us/119/..%2f..%2fdeletions.ledger']) {
    expect((await fetch(`${app.origin}/bulk/${path}`)).status, path).toBe(404)
  }
})

test('the next night replaces changed files and removes the old ones, and two workers do not write at once', async () => {
  const names = async () => {
    const stored: string[] = []
    for await (const { name } of app.bulkStorage.list()) stored.push(name)
    return stored
  }
  const before = await manifestOf('mi/2025-2026')
  const old = before.files.find(({ name }) => name === 'bills.jsonl.gz')
  await app.pool`update bills set title = 'A lamp on every bridge' where source_id = 'mi/2025-2026/hb4001'`
  await app.pool`update bulk_runs set finished_at = null, written_to = null, next_attempt_at = now()`
  await Promise.all([
    runBulkFiles(app.pool, app.bulkStorage),
    runBulkFiles(app.pool, app.bulkStorage),
    runBulkFiles(app.pool, app.bulkStorage),
  ])
  const after = await manifestOf('mi/2025-2026')
  expect(after.files.find(({ name }) => name === 'bills.jsonl.gz')?.sha256).not.toBe(old?.sha256)
  const attempts = await app.pool<{ attempts: number }[]>`select attempts from bulk_runs`
  expect(attempts).toEqual([{ attempts: 2 }])
  // A file that was written in the last hours is kept.
  expect(await names()).toContain(`${old?.sha256}.gz`)
  const threeHoursAgo = Date.now() / 1000 - 3 * 60 * 60
  for (const name of await names()) {
    await utimes(join(app.dataDir, 'bulk', name), threeHoursAgo, threeHoursAgo)
  }
  await runNight()
  expect(await names()).not.toContain(`${old?.sha256}.gz`)
  expect(await everyFile()).toContain('A lamp on every bridge')
})

test('a run that a shutdown ends is continued by another worker at once, and that attempt does not count', async () => {
  await app.pool`update bulk_runs set finished_at = null, written_to = null, attempts = 0, next_attempt_at = now()`
  await runBulkFiles(app.pool, app.bulkStorage, () => true)
  const [run] = await app.pool`select next_attempt_at <= now() as is_due, attempts from bulk_runs`
  expect(run).toEqual({ is_due: true, attempts: 0 })
})

test('an instance without a public API serves no bulk files', async () => {
  const closed = await startTestServer({ publicApi: false })
  expect((await fetch(`${closed.origin}/bulk/us/119/manifest.json`)).status).toBe(404)
  expect((await fetch(`${app.origin}/bulk/us/119/manifest.json`)).status).toBe(200)
  await closed.close()
})

// covers BEY-OPEN-04
test('votes on bills that the instance does not have are in the files of their session or city', async () => {
  const places = [
    ['tx/89r/hb1', 'tx', 'state', 'tx/lower', '89R', 'tx/89r'],
    ['nyc/2026/int1', 'ny/place:new_york', 'local', 'ny/place:new_york/council', '2026', 'ny/new-york-city'],
    ['king/2026/1', 'wa/county:king', 'local', 'wa/county:king/council', '2026', 'wa/king-county'],
  ] as const
  for (const [source_id, place, government_level, organization, legislative_session, file] of places) {
    const jurisdiction = `ocd-division/country:us/state:${place}`
    const { path } = await app.bill('Lone Star Act', { source_id, government_level, jurisdiction })
    expect(path.startsWith(`${file}/`), path).toBe(true)
    const record = { organization, session: legislative_session, date: '2026-02-03', motion: 'Passage' }
    const vote = {
      ...record,
      vote_key: `${organization}/other/2026-02-03/1`,
      source_name: 'Test',
      votes: { yes: ['A|Ann'] },
    }
    await importInto(app, [], await linesIn('other-votes.jsonl', [vote]))
  }
  await runNight()
  for (const [, , , organization, , file] of places) {
    expect(await contentOf(`${file}/vote_events.jsonl.gz`), file).toContain(`${organization}/other/`)
  }
})
