import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseXml } from '#server/sources/xmlTree.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { readPageSections } from './pageSections.ts'
import { readPlainSections } from './plainSections.ts'
import { readXmlSections } from './xmlSections.ts'

const realVersions = realRecords('versions/federal')

const bill = (body: string) => parseXml(`<bill bill-stage="Reported-in-Senate">${body}</bill>`)
const section = (number: string, header: string, text: string, more = '') =>
  `<section${more}><enum>${number}.</enum><header>${header}</header><text>${text}</text></section>`
const struck = ' changed="deleted" reported-display-style="strikethrough"'

function amendment(instruction: string) {
  return parseXml(`<amendment-doc><engrossed-amendment-body><amendment>
    <amendment-instruction><text>${instruction}</text></amendment-instruction>
    <amendment-block>${section('1', 'Piers', 'Piers are free.')}</amendment-block>
    </amendment></engrossed-amendment-body></amendment-doc>`)
}

describe('the sections of a bill in XML', () => {
  // covers BEY-TEXT-03
  test('text that the version marks as struck is kept apart', () => {
    const { sections, struck_sections } = readXmlSections(
      bill(`
        <legis-body${struck}>${section('1', 'Piers', 'Piers are free.')}</legis-body>
        <legis-body changed="added">${section('1', 'Piers', 'Piers cost $5.')}
          <section><enum>2.</enum><header>Fees</header>
            <subsection${struck}><enum>(a)</enum><text>No fee.</text></subsection>
            <subsection><enum>(b)</enum><text>A fee.</text></subsection></section></legis-body>`),
    )
    const words = (listed: typeof struck_sections | null) =>
      listed?.map(({ key, blocks }) => [key, blocks.map(({ text }) => text)])
    expect(words(sections)).toEqual([
      ['1', ['Piers cost $5.']],
      ['2', ['(b) A fee.']],
    ])
    expect(words(struck_sections)).toEqual([
      ['1', ['Piers are free.']],
      ['2', ['(a) No fee.']],
    ])
  })

  // covers BEY-TEXT-05
  test('the key of a section is its path of titles and parts with its number, and a repeated key gets a suffix', () => {
    const { sections } = readXmlSections(
      bill(`<legis-body>${section('1', 'Short title', 'Act.')}
        <title><enum>II</enum><header>Ferries</header><subtitle><enum>A</enum><header>Night</header>
          ${section('201', 'Lights', 'Two lights.')}${section('201', 'Lights', 'Three lights.')}${section('202A', 'Crew', 'A crew.')}
        </subtitle></title></legis-body>`),
    )
    expect(sections?.map(({ key, path }) => [key, path])).toEqual([
      ['1', []],
      ['tii.sta.201', ['Title II: Ferries', 'Subtitle A: Night']],
      ['tii.sta.201~2', ['Title II: Ferries', 'Subtitle A: Night']],
      ['tii.sta.202a', ['Title II: Ferries', 'Subtitle A: Night']],
    ])
  })

  test('an amendment is read as a text only if it replaces the whole bill', () => {
    expect(
      readXmlSections(amendment('Strike out all after the enacting clause and insert:')).sections,
    ).toHaveLength(1)
    expect(readXmlSections(amendment('Strike section 3 and insert:')).sections).toBeNull()
  })
})

describe('the sections of other texts', () => {
  test('a page of a state begins at its enacting clause, and its marks of existing law stay', () => {
    const sections = readPageSections(`
      <p>State of Washington</p><p>BE IT ENACTED BY THE LEGISLATURE OF THE STATE OF WASHINGTON:</p>
      <p>Sec. 1. A pupil ((<s>may</s>)) <u>shall</u> eat.</p><p>(1) Daily.</p><p>NEW SECTION. Sec. 2. It begins.</p>
      <p>--- END ---</p>`)
    expect(sections.map(({ key }) => key)).toEqual(['1', '2'])
    expect(sections[0]?.blocks).toEqual([
      { mark: 'plain', text: 'A pupil ((' },
      { mark: 'struck_law', text: 'may', continues: true },
      { mark: 'plain', text: ')) ', continues: true },
      { mark: 'added_law', text: 'shall', continues: true },
      { mark: 'plain', text: ' eat.', continues: true },
      { mark: 'plain', text: '(1) Daily.' },
    ])
  })

  test('extracted text loses its line numbers and its hyphens at the ends of lines', () => {
    const [whole] = readPlainSections(
      '1  Whereas, fer-\n2  ries run at\n3  night, and\n4  Whereas, piers\n5  are long.',
    )
    expect(whole?.blocks.map(({ text }) => text)).toEqual([
      'Whereas, ferries run at night, and',
      'Whereas, piers are long.',
    ])
  })
})

describe.skipIf(!existsSync(realVersions))('real printings (skipped when they are not available)', () => {
  test('every printing has sections with unique keys, and the reported ones keep what was struck', () => {
    const withStruck = new Set<string>()
    for (const name of readdirSync(realVersions)) {
      for (const file of readdirSync(`${realVersions}/${name}`).filter((entry) =>
        entry.endsWith('.xml.gz'),
      )) {
        const xml = gunzipSync(readFileSync(`${realVersions}/${name}/${file}`)).toString('utf8')
        const { sections, struck_sections } = readXmlSections(parseXml(xml))
        const keys = sections?.map(({ key }) => key) ?? []
        expect(keys.length, file).toBeGreaterThan(0)
        expect(new Set(keys).size, file).toBe(keys.length)
        if (struck_sections.length > 0) withStruck.add(name)
      }
    }
    expect([...withStruck].toSorted()).toEqual(['S1092', 'S1383', 'S2950', 'S545', 'S727'])
  })
})
