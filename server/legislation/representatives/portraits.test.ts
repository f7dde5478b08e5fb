import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRepresentative } from '#contract/votes/votes.ts'
import { runCheck } from '#server/operations/check/operator.ts'
import { removeOrphans } from '#server/platform/storage/pictureFiles.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { colorAt, fetchBytes, jpeg, twoHalves } from '#server/testing/pictures.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { commands } from './operator.ts'

let app: TestServer
let ana: Person
let folder: string
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
  folder = await mkdtemp(join(tmpdir(), 'hurd-portraits-'))
  await app.pool`
    insert into representatives (rep_id, rep_name, photo_url, source_name, source_checked_at)
    values ('Q000001', 'Quinn Example', 'https://photos.example.org/quinn.jpg', 'A roster', now()),
           ('ocd-person/00000000-0000-4000-8000-000000000001', 'Rae Example', null, 'A roster', now())`
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

function importPortraits(): Promise<Record<string, unknown>> {
  return runArguments(commands, ['import', 'portraits', folder], commandContext(app))
}

async function shownPhoto(rep_id: string): Promise<string> {
  const { representative } = await ana.call(getRepresentative, { id: rep_id })
  return representative.photo_url ?? ''
}

// covers HURD-PORTRAIT-01 HURD-PORTRAIT-02
test('portraits in a folder are shown from this server, a new one replaces the old one, and others are refused', async () => {
  expect(await shownPhoto('Q000001')).toBe('https://photos.example.org/quinn.jpg')
  await writeFile(join(folder, 'Q000001.jpg'), await jpeg())
  await writeFile(
    join(folder, '00000000-0000-4000-8000-000000000001.png'),
    await twoHalves(300, 300).png().toBuffer(),
  )
  await writeFile(join(folder, 'X999999.jpg'), await jpeg())
  await writeFile(join(folder, 'notes.jpg'), 'not a picture')
  const report = await importPortraits()
  expect(report).toMatchObject({ inserted: 2, updated: 0, refused: 2 })
  expect(report['refusals']).toEqual([
    { file: join(folder, 'X999999.jpg'), record: 'picture', reason: 'No representative has this id.' },
    { file: join(folder, 'notes.jpg'), record: 'picture', reason: 'No representative has this id.' },
  ])
  const first = await shownPhoto('Q000001')
  const { status, bytes } = await fetchBytes(app.origin, first)
  expect(status).toBe(200)
  expect((await colorAt(bytes, 0.2, 0.5))[0]).toBeGreaterThan(200)
  expect(await shownPhoto('ocd-person/00000000-0000-4000-8000-000000000001')).toMatch(/^\/uploads\/.*\.webp$/)

  expect(await importPortraits()).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
  await writeFile(join(folder, 'Q000001.jpg'), await jpeg(500, 500))
  expect(await importPortraits()).toMatchObject({ updated: 1, unchanged: 1 })
  expect((await fetchBytes(app.origin, first)).status).toBe(404)

  await writeFile(join(folder, 'Q000001.jpg'), 'not a picture')
  const again = await importPortraits()
  expect(again).toMatchObject({ updated: 0, unchanged: 1, refused: 3 })
  expect(again['refusals']).toContainEqual({
    file: join(folder, 'Q000001.jpg'),
    record: 'picture',
    reason: 'Invalid file type. Only JPEG, PNG, and WebP images are allowed.',
  })
  expect((await fetchBytes(app.origin, await shownPhoto('Q000001'))).status).toBe(200)
})

// covers HURD-PORTRAIT-03
test('the file of a portrait is never an orphan, and a missing one is reported', async () => {
  const name = (await shownPhoto('Q000001')).replace('/uploads/', '')
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60_000)
  await utimes(join(app.dataDir, 'uploads', name), hoursAgo, hoursAgo)
  expect(await removeOrphans(app.pool, app.storage)).toBe(0)
  await app.storage.remove(name)
  const quiet = { print: () => {}, report: () => {} }
  expect(await runCheck(app.pool, app.storage, quiet, { repair: false })).toMatchObject({
    ok: false,
    problems: [{ what: 'a picture', where: 'Q000001', stored: name, actual: 'no such file' }],
  })
})
