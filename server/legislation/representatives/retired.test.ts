import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { commands } from './operator.ts'

let app: TestServer
let folder: string
beforeAll(async () => {
  app = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'hurd-retired-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

function importPeople(...args: string[]): Promise<Record<string, unknown>> {
  return runArguments(commands, ['import', 'people', ...args], commandContext(app))
}

// covers HURD-PEOPLE-06
test('former members in the folder "retired" are imported with and without --retired', async () => {
  await mkdir(join(folder, 'mi', 'retired'), { recursive: true })
  await writeFile(
    join(folder, 'mi', 'retired', 'gone.yml'),
    `
id: ocd-person/00000000-0000-4000-8000-000000000007
name: Gwen Gone
party:
- name: Nonpartisan
roles:
- {type: lower, jurisdiction: 'ocd-jurisdiction/country:us/state:mi/government', district: '3', start_date: 2021-01-01, end_date: 2022-12-31}
`,
  )
  expect(await importPeople('--retired', join(folder, 'mi'))).toMatchObject({ inserted: 1, refused: 0 })
  expect(await importPeople(join(folder, 'mi'))).toMatchObject({ inserted: 0, unchanged: 1 })
  expect(await app.pool`select valid_to::text from representative_terms`).toEqual([
    { valid_to: '2023-01-01' },
  ])
})
