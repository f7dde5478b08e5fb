import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { commands } from './operator.ts'

const fixtures = new URL('../../sources/fixtures/', import.meta.url).pathname

let app: TestServer
let folder: string
beforeAll(async () => {
  app = await startTestServer()
  folder = await mkdtemp(path.join(tmpdir(), 'hurd-import-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

describe('hurd import bills', () => {
  const lines: string[] = []
  const importBills = (...args: string[]) =>
    runArguments(
      commands,
      ['import', 'bills', ...args],
      commandContext(app, (line) => void lines.push(line)),
    )

  test('the command imports a folder with compressed files, bills before their texts, and prints a report', async () => {
    await mkdir(path.join(folder, 'texts'), { recursive: true })
    const bill = {
      source_id: 'vt/2025-2026/h1',
      source_name: 'Open States',
      bill_code: 'H 1',
      title: 'Bees',
      government_level: 'state',
      jurisdiction: 'ocd-division/country:us/state:vt',
      status: 'introduced',
      created_at: '2026-01-01',
    }
    const text = { identifier: 'H 1', session: '2025-2026', state: 'vt', extracted_text: 'Bees are free.' }
    await writeFile(path.join(folder, 'vt.jsonl.gz'), gzipSync(`${JSON.stringify(bill)}\n`))
    await writeFile(path.join(folder, 'texts', 'vt.jsonl'), JSON.stringify(text))
    await writeFile(path.join(folder, 'notes.txt'), 'not a record')
    expect(await importBills(folder)).toMatchObject({
      inserted: 1,
      updated: 1,
      refused: 0,
    })
    expect(lines.at(-2)).toContain('1 inserted, 1 updated, 0 unchanged, 0 refused')
    expect(lines.at(-1)).toBe(`1 file not read: ${path.join(folder, 'notes.txt')}`)
    const [stored] = await app.pool`select full_text from bill_texts`
    expect(stored).toEqual({ full_text: 'Bees are free.' })
  })

  test('a corrupt archive is refused and the other files are imported', async () => {
    const half = path.join(folder, 'half.jsonl.gz')
    await writeFile(half, gzipSync('{"a":1}\n'.repeat(1000)).subarray(0, 40))
    const report = await importBills(half, `${fixtures}nyc.jsonl`)
    expect(report.refusals).toContainEqual({
      file: half,
      record: 'file',
      reason: expect.stringContaining('cannot be read'),
    })
    expect(report.inserted).toBe(1)
  })

  // covers HURD-TEXT-07
  test('links to files that do not exist are reported, and the other files of the folder are imported', async () => {
    const inside = path.join(folder, 'links')
    await mkdir(inside)
    await copyFile(`${fixtures}nyc.jsonl`, path.join(inside, 'nyc.jsonl'))
    await writeFile(path.join(inside, 'metadata.json'), '{}')
    for (const name of ['gone.json', 'Introduced_extracted.txt']) {
      await symlink(path.join(inside, 'missing'), path.join(inside, name))
    }
    expect(await importBills(inside)).toMatchObject({
      unchanged: 1,
      files_not_read: { count: 2, endings: ['.json', '.txt'] },
    })
  })

  test('empty files and folders are reported', async () => {
    const empty = path.join(folder, 'empty')
    await mkdir(empty)
    await expect(importBills(empty)).rejects.toThrow('No JSON or XML file found')
    await writeFile(path.join(empty, 'none.jsonl'), '\n')
    await expect(importBills(empty)).rejects.toThrow('No records found')
  })

  test.each([
    [[], 'Name at least one file'],
    [['x.json', '--format', 'gazette'], '"gazette" is not a format. The formats are billstatus, billtext'],
    [['x.json', '--force'], 'There is no option --force'],
    [['/nowhere/at/all'], 'There is no file or folder /nowhere/at/all'],
    [
      [new URL('../../../package.json', import.meta.url).pathname],
      'The format is not recognized. The formats are',
    ],
  ])('invalid arguments %j are reported in one sentence', async (args, words) => {
    await expect(importBills(...args)).rejects.toThrow(words)
  })
})
