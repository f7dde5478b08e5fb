import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { collect } from '#server/testing/setups/records/sourceRecords.ts'
import { normalizeCharacters } from './characters.ts'
import { billRecords, sourceFiles } from './files.ts'

const fixtures = new URL('fixtures/', import.meta.url).pathname

/** Writes a file of bills and reads it. */
async function readBills(name: string, content: Buffer): Promise<object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-encoding-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  await writeFile(file, content)
  return collect(billRecords(await sourceFiles([file]), null))
}

const record = {
  MatterFile: 'O2026-1',
  MatterId: 9,
  MatterTitle: 'Señor Ñuñez “Lantern” Plaza – veterans’ lamps',
  MatterTypeName: 'Ordinance',
  MatterStatusName: 'Referred',
  MatterIntroDate: '2026-01-15T00:00:00',
}
const json = JSON.stringify(record)
const utf16be = Buffer.from(`\ufeff${json}`, 'utf16le').swap16()

function inWindows1252(text: string): Buffer {
  const letters: Record<string, number> = { '“': 0x93, '”': 0x94, '–': 0x96, '’': 0x92 }
  return Buffer.from(Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0)))
}

// covers HURD-EDGE-03
test.each([
  ['UTF-8 with a mark', 'chicago.json', Buffer.from(`\ufeff${json}`)],
  ['UTF-8 with two marks', 'chicago.json', Buffer.from(`\ufeff\ufeff${json}`)],
  [
    'Windows-1252 with the mark of UTF-8',
    'chicago.json',
    Buffer.concat([Buffer.from('\ufeff'), inWindows1252(json)]),
  ],
  ['UTF-16 with a mark', 'chicago.json', Buffer.from(`\ufeff${json}`, 'utf16le')],
  ['UTF-16 in the other order', 'chicago.json', utf16be],
  ['UTF-16 without a mark', 'chicago.json', Buffer.from(json, 'utf16le')],
  ['UTF-16 in lines', 'chicago.jsonl', Buffer.from(`\ufeff${json}\n${json}`, 'utf16le')],
  ['Windows-1252', 'chicago.json', inWindows1252(json)],
  ['Windows-1252 in lines', 'chicago.jsonl', inWindows1252(`${json}\n`)],
  [
    'both encodings in one file',
    'chicago.jsonl',
    Buffer.concat([Buffer.from(`${json}\n`), inWindows1252(json)]),
  ],
  [
    'UTF-8 that was read as Windows-1252',
    'chicago.json',
    Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(json))),
  ],
])('a city’s file in %s is read with its letters', async (_encoding, name, content) => {
  const readings = await readBills(name, content)
  expect(readings.length).toBeGreaterThan(0)
  for (const reading of readings) {
    expect(reading).toMatchObject({ imported: { title: record.MatterTitle } })
  }
})

// covers HURD-EDGE-03
test.each(['Óscar', 'Éric Ávila', 'ÑUÑEZ', 'San José'])(
  'the name %s is repaired if UTF-8 was read as Windows-1252, and stays if it was not',
  (name) => {
    expect(normalizeCharacters(new TextDecoder('windows-1252').decode(Buffer.from(name)))).toBe(name)
    expect(normalizeCharacters(name)).toBe(name)
    expect(normalizeCharacters('“AMANHÃ”')).toBe('“AMANHÃ”')
  },
)

// covers HURD-EDGE-03
test('an XML file is read in the encoding that it declares, and one that is not known is refused with it', async () => {
  const status = (await readFile(join(fixtures, 'billstatus-new.xml'), 'utf8')).replace(
    /<title>[^<]*<\/title>/g,
    '<title>Señor Ñuñez – lamps</title>',
  )
  const declared = (label: string) => status.replace(/encoding="[^"]*"/, `encoding="${label}"`)
  const title = 'Señor Ñuñez – lamps'
  const files: [string, Buffer][] = [
    ['windows.xml', inWindows1252(declared('windows-1252'))],
    ['utf16.xml', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
    // The declaration is wrong, and the bytes are valid UTF-8.
    ['wrong.xml', Buffer.from(declared('windows-1252'))],
  ]
  for (const [name, content] of files) {
    expect.soft(await readBills(name, content), name).toMatchObject([{ imported: { title } }])
  }
  const [refused] = await readBills('unknown.xml', inWindows1252(declared('x-lantern-5')))
  expect(refused).toMatchObject({
    reason: 'The file cannot be read: its XML declares the encoding "x-lantern-5", which is not known.',
  })
})
