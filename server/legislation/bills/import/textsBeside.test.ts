import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listVersions } from '#contract/bills/versions.ts'
import { commands } from '#server/legislation/bills/operator.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const states = realRecords('versions/state')

let app: TestServer
let reader: Person
let folder: string
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('reader')
  folder = await mkdtemp(path.join(tmpdir(), 'hurd-texts-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const lines: string[] = []
const run = (...args: string[]) =>
  runArguments(
    commands,
    ['import', 'bills', ...args],
    commandContext(app, (line) => void lines.push(line)),
  )

const metadata = {
  legislative_session: '57th-2nd-regular',
  identifier: 'HB9912',
  title: 'lamps; cities',
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:az/government' },
  actions: [{ date: '2026-01-12', description: 'House First Reading', classification: ['reading-1'] }],
  versions: [
    {
      note: 'Introduced Version',
      date: '2026-01-10',
      links: [
        { url: 'https://law.example.org/pdf/hb9912p.pdf', media_type: 'application/pdf' },
        { url: 'https://law.example.org/HB9912P.htm', media_type: 'text/html' },
      ],
    },
    {
      note: 'House Engrossed Version (02/11/2026)',
      date: '2026-02-11',
      links: [{ url: 'https://law.example.org/HB9912H.htm', media_type: 'text/html' }],
    },
    { note: 'Chaptered Version', date: '2026-04-01', links: [] },
  ],
}
const head = (version: string) =>
  `Title: \nSource: versions - ${version}\nMedia Type: text/html\n\n${'='.repeat(80)}\n\n`
const page = (words: string) =>
  `<html><body><p>Be it enacted by the people:</p><p>Section 1. ${words}</p></body></html>`

async function versionsOf(source_id: string) {
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = ${source_id}`
  return (await reader.call(listVersions, { id: row!.bill_id })).versions
}

async function kindsOf(source_id: string) {
  return (await versionsOf(source_id)).map(({ kind }) => kind)
}

describe('texts beside the record of a bill', () => {
  // covers BEY-TEXT-01 HURD-TEXT-07
  test('pages and extracted texts become the texts of their versions, and a second import changes nothing', async () => {
    const bill = path.join(folder, 'az_HB9912')
    await mkdir(path.join(bill, 'files'), { recursive: true })
    const write = (name: string, content: string | Buffer) => writeFile(path.join(bill, name), content)
    await write('metadata.json', JSON.stringify(metadata))
    await write('HB9912P_Introduced_Version.htm.gz', gzipSync(page('A city may tax lamps.')))
    await write(
      'HB9912P_Introduced_Version_extracted.txt',
      `${head('Introduced Version')}A city may tax lamps.`,
    )
    await write('HB9912H_House_Engrossed_Version_02112026.htm', page('A city may not tax lamps.'))
    await write(
      'files/9_Chaptered_Version_extracted.txt',
      `${head('Chaptered Version')}A city may not tax lamps.`,
    )
    await write('index.pdf', 'x')
    await write('readme.txt', 'x')
    await writeFile(path.join(folder, 'news.html'), '<p>No text of a bill</p>')

    expect(await run(folder, '--format', 'openstates')).toMatchObject({
      inserted: 1,
      updated: 3,
      refused: 0,
      files_not_read: { count: 3, endings: ['.html', '.pdf', '.txt'] },
    })
    expect(lines.at(-1)).toBe('3 files not read: .html, .pdf, .txt')
    const versions = await versionsOf('az/57th-2nd-regular/hb9912')
    expect(versions).toMatchObject([
      { label: 'Chaptered Version', text_format: 'plain', printed_on: '2026-04-01' },
      {
        label: 'House Engrossed Version (02/11/2026)',
        text_format: 'html',
        source_url: 'https://law.example.org/HB9912H.htm',
        kind: 'material',
      },
      { label: 'Introduced Version', text_format: 'html', sections: 1 },
    ])
    expect(versions).toHaveLength(3)
    expect(await run(folder)).toMatchObject({ inserted: 0, updated: 0, unchanged: 4, refused: 0 })
  })

  // covers HURD-TEXT-07
  test('a text that belongs to no record is refused with the reason', async () => {
    const alone = path.join(folder, 'alone_extracted.txt')
    await writeFile(alone, 'A city may tax lamps.')
    expect(await run(alone, path.join(folder, 'az_HB9912', 'metadata.json'))).toMatchObject({
      unchanged: 1,
      refusals: [{ file: alone, reason: 'The file is not beside the record of an Open States bill.' }],
    })
    const text = path.join(folder, 'az_HB9912', 'HB9912H_House_Engrossed_Version_02112026.htm')
    expect(await run(text)).toMatchObject({ unchanged: 1, refused: 0 })
  })

  describe.skipIf(!existsSync(states))('real bills (skipped when they are not available)', () => {
    // covers BEY-TEXT-21 HURD-TEXT-07
    test('every version of 14 bills of four states has its text, and printings with the same words are unchanged', async () => {
      const first = await run(states, '--format', 'openstates')
      expect(first).toMatchObject({ inserted: 14, refused: 0, files_not_read: { count: 0 } })
      const [count] = await app.pool`
        select count(text_format)::int as texts, count(*) filter (where document_type = 'bill')::int as bills,
               count(*) filter (where document_type = 'amendment')::int as amendments
          from bill_versions v join bills b using (bill_id) where b.source_id not like '%hb9912'`
      expect(count).toEqual({ texts: first.updated, bills: first.updated, amendments: 5 })
      expect(await kindsOf('vt/2025-2026/hcr149')).toContain('unchanged')
      expect(await kindsOf('mi/2025-2026/hb4522')).toEqual(['unchanged', 'first'])
      expect(await run(states)).toMatchObject({ inserted: 0, updated: 0, refused: 0 })
    })
  })
})
