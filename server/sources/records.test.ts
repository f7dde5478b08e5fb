import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { realRecords } from '#server/testing/realRecords.ts'
import { billsOf, collect, reasonsOf, textsOf } from '#server/testing/setups/records/sourceRecords.ts'
import { readCongress } from './bills/congress.ts'
import { billRecords, sourceFiles } from './files.ts'
import { readBillText } from './text/billText.ts'

// covers HURD-IMPORT-LINE-01
test('a line of more than 64 MB is refused, however small it is when compressed, and the lines around it are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-lines-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'bills.jsonl.gz')
  const zeros = Buffer.alloc(65 * 1024 * 1024, '0')
  await writeFile(
    file,
    gzipSync(Buffer.concat([Buffer.from('{"a":1}\n'), zeros, Buffer.from('\n{"b":2}\nno json\n')])),
  )
  const readings = await collect(billRecords(await sourceFiles([file]), null))
  const reasons = readings.map((reading) =>
    'reason' in reading ? `${reading.record}: ${reading.reason}` : '',
  )
  expect(reasons).toEqual([
    expect.stringMatching(/^line 1: Its format is not recognized/),
    'line 2: The line is longer than 64 MB.',
    expect.stringMatching(/^line 3: Its format is not recognized/),
    'line 4: The line is not JSON.',
  ])
})

describe('a federal bill of Congress', () => {
  // covers CIV-FEED-16
  test('the old BILLSTATUS yields code, newest summary and sponsor, and the status of its newest action', async () => {
    expect(await billsOf('billstatus-old.xml')).toMatchObject([
      {
        source_id: 'us/114/hr/901',
        bill_code: 'H.R. 901',
        title: 'Public Boats Act',
        summary: 'Lets towns lend boats & oars.',
        topics: ['sports_and_recreation'],
        status: 'engrossed',
        created_at: '2015-03-04T00:00:00.000Z',
        source_updated_at: '2016-01-09T10:00:00.000Z',
        source_url: 'https://www.congress.gov/bill/114th-congress/house-bill/901',
        sponsors: [{ name: 'Ada B. Lark Jr.', party: 'Democratic', role: 'Sponsor', district: 'OR-3' }],
      },
    ])
  })

  test('the new BILLSTATUS yields the same fields, and a veto that was not overridden is a rejection', async () => {
    const [bill] = await billsOf('billstatus-new.xml')
    expect(bill).toMatchObject({ source_id: 'us/117/sjres/77', bill_code: 'S.J.Res. 77', status: 'rejected' })
    expect(bill?.summary).toBe('Stops a rule on kettles.')
    expect(bill?.sponsors.map(({ name, role }) => `${name}, ${role}`)).toEqual([
      'Ivo Moss, Sponsor',
      'Una Reed, Cosponsor',
    ])
    expect(bill?.actions[0]).toEqual({ date: '2021-02-01', text: 'Introduced in Senate', chamber: 'Senate' })
  })

  test('in Congress.gov JSON, a stale latest action is ignored, and a repeated action appears once', async () => {
    const [bill, reserved] = await billsOf('congress.jsonl')
    expect(bill).toMatchObject({
      source_id: 'us/119/hr/9901',
      status: 'engrossed',
      topics: ['transportation_and_public_works'],
    })
    expect(bill?.actions.map(({ text }) => text)).toHaveLength(2)
    expect(bill?.omitted).toBeUndefined()
    expect(reserved).toMatchObject({ status: 'pending', created_at: '2025-01-03T00:00:00.000Z' })
  })

  test('an entry of a list names the fields that it omits', async () => {
    const [law, bare] = await billsOf('congress-list.json')
    expect(law).toMatchObject({
      status: 'passed',
      omitted: ['actions', 'created_at', 'sponsors', 'summary', 'topics'],
    })
    expect(bare).toMatchObject({ bill_code: 'S. 9902', status: 'pending', actions: [] })
  })
})

const detail = { congress: 119, type: 'HR', number: '9905', title: 'Lantern Act' }

describe('a record of Congress.gov', () => {
  // covers BEY-ANATOMY-01
  test('that refers to its lists omits them', () => {
    const list = { count: 59, url: 'https://api.congress.gov/v3/bill/119/hr/9905/actions' }
    const lists = { actions: list, amendments: list, committees: list, subjects: list, titles: list }
    const read = readCongress({ ...detail, ...lists })
    expect(read).toMatchObject({ omitted: ['actions', 'created_at', 'sponsors', 'summary', 'topics'] })
    expect(read).toHaveProperty('parts', {})
  })

  // covers BEY-ANATOMY-01
  test('has neither the title of a resident commissioner in the name nor a district 0', () => {
    const sponsor = { fullName: 'Rescom. Lark, Ada [D-PR-At Large]', party: 'D', state: 'PR', district: '0' }
    expect(readCongress({ bill: { ...detail, sponsors: [sponsor] }, actions: [] })).toMatchObject({
      sponsors: [{ name: 'Ada Lark', district: 'PR-AL' }],
      parts: { sponsorships: [{ name: 'Ada Lark', district: 'PR-AL' }] },
    })
  })

  // covers BEY-ANATOMY-15
  test.each([
    ['Motion to table amendment SA 4311 agreed to in Senate by Voice Vote.', 'rejected'],
    ['Motion to table amendment SA 4311 rejected in Senate by Yea-Nay Vote. 45 - 52.', 'pending'],
    ['Motion to table amendment SA 4311 not agreed to in Senate by Voice Vote.', 'pending'],
    ['Motion to table the motion to reconsider the vote by which SA 4311 was agreed to agreed to.', 'agreed'],
    ['Motion to table the motion to reconsider the vote by which SA 4311 was agreed to rejected.', 'pending'],
    [
      'Motion to table the motion to reconsider the vote by which the motion to table SA 4311 was agreed to agreed to.',
      'rejected',
    ],
    ['Motion to reconsider the vote by which SA 4311 was not agreed to laid on the table.', 'rejected'],
    ['Motion to reconsider the vote by which SA 4311 was agreed to entered in Senate.', 'pending'],
    ['Motion to waive all budgetary discipline for amendment SA 4311 agreed to in Senate.', 'pending'],
    ['Amendment SA 4311 not agreed to in Senate by Yea-Nay Vote. 45 - 52.', 'rejected'],
    ['Amendment SA 4311 agreed to in Senate by Voice Vote.', 'agreed'],
  ])('whose amendment ends with "%s" says that it is %s', (text, outcome) => {
    const latestAction = { actionDate: '2026-03-11', text }
    const amendments = [{ congress: 119, type: 'SAMDT', number: '4311', latestAction }]
    expect(readCongress({ bill: detail, actions: [], amendments })).toMatchObject({
      parts: { amendments: [{ outcome }] },
    })
  })
})

describe('the text of a federal bill', () => {
  // covers CIV-BILLTEXT-04 CIV-BILLTEXT-05
  test('sections of the bill become sections, and sections of quoted law do not', async () => {
    const [read] = await textsOf('bill-ih.xml')
    expect(read?.version.text?.sections).toEqual([
      {
        key: '1',
        path: [],
        number: '1',
        title: 'Short title',
        blocks: [{ mark: 'plain', text: 'This Act may be cited as the “Night Bus Act”.' }],
      },
      {
        key: 'ti.101',
        path: ['Title I: Buses'],
        number: '101',
        title: 'Night buses',
        blocks: [
          {
            mark: 'plain',
            key: 'a',
            text: expect.stringContaining('(a) In general Section 5 of the Bus Act'),
          },
          { mark: 'quoted', key: 'a', text: '6. Buses at night A bus shall run & stop at night.' },
        ],
      },
    ])
    expect(read?.version.text?.formatted_text).toContain('<blockquote>')
    expect(read?.version.text?.formatted_text).toContain('run &amp; stop at <em>night</em>')
    expect(read?.version.text?.full_text).toContain('To keep buses running at night.')
  })

  test('the text names the bill, its sponsor and its stage, which is enough to show the bill', async () => {
    const [read] = await textsOf('bill-ih.xml')
    expect(read).toMatchObject({
      source_id: 'us/119/hr/9901',
      version: {
        code: 'ih',
        label: 'Introduced in House',
        printed_on: '2025-02-03',
        text: { format: 'xml' },
      },
      bill: { title: 'Night Bus Act', status: 'introduced', created_at: '2025-02-03T00:00:00.000Z' },
    })
    expect(read?.bill?.sponsors.map(({ name }) => name)).toEqual(['Lark', 'Moss'])
  })

  // covers CIV-FEED-16
  test('a bill that its own House sends to another committee has not passed it', () => {
    const statuses = ['RCH', 'RCS', 'EH'].map(
      (code) =>
        readBillText(
          `<bill><metadata><dublinCore><dc:title>119 HR 9704 ${code}: Lantern Act</dc:title><dc:date>2026-02-03</dc:date></dublinCore></metadata>
           <form><congress>119th CONGRESS</congress><legis-num>H. R. 9704</legis-num><official-title>To light lamps.</official-title></form>
           <legis-body><section><enum>1.</enum><header>Lamps</header><text>Lamps burn.</text></section></legis-body></bill>`,
        ).bill?.status,
    )
    expect(statuses).toEqual(['active', 'engrossed', 'engrossed'])
  })

  test('an enrolled bill and a public law in USLM name their bill and their sections', async () => {
    const [enrolled] = await textsOf('bill-enr.xml')
    expect(enrolled).toMatchObject({
      source_id: 'us/119/hr/9901',
      version: { code: 'enr', text: { format: 'uslm' } },
      bill: { status: 'pending' },
    })
    expect(enrolled?.version.text?.sections?.map(({ number }) => number)).toEqual(['1', '2'])
    const [law] = await textsOf('plaw.xml')
    expect(law).toMatchObject({
      source_id: 'us/119/hr/9901',
      version: { code: 'plaw', printed_on: '2026-03-09' },
      bill: { status: 'passed' },
    })
  })

  // covers CIV-BILLTEXT-06
  test('a text with headings has sections at the level of its numbers', async () => {
    const [read] = await textsOf('congress.jsonl')
    expect(read?.version.text?.sections).toMatchObject([
      {
        number: '1',
        title: 'Short title',
        blocks: [{ text: 'This Act may be cited as the Night Bus Act.' }],
      },
      {
        number: '2',
        title: 'Night buses',
        blocks: [{ text: '(a) In general' }, { text: '(1) A bus shall run.' }],
      },
    ])
  })
})

describe('Hurd’s interchange format', () => {
  test('a digest keeps its note, HTML is cleaned, and a wrong line is rejected with its field', async () => {
    const [bill] = await billsOf('hurd.jsonl')
    expect(bill?.versions).toMatchObject([
      {
        document_type: 'summary',
        label: "A digest in Hurd's own words",
        text: { formatted_text: '<p>Night limits</p>' },
      },
    ])
    expect(bill).not.toHaveProperty('support_count')
    expect(await reasonsOf('hurd.jsonl')).toEqual([
      'The field "government_level" is missing.',
      '"gardening" is not one of the 32 topics.',
      'The line is not JSON.',
    ])
  })

  test('a file of another format is rejected with the list of formats', async () => {
    const readings = await collect(
      billRecords(await sourceFiles([new URL('../../package.json', import.meta.url).pathname]), null),
    )
    expect(readings).toMatchObject([
      { reason: expect.stringContaining('billstatus, billtext, congress, openstates') },
    ])
  })
})

describe.skipIf(!existsSync(realRecords()))(
  'real public records (skipped when they are not available)',
  () => {
    test('every record is a bill, a text, or rejected with a reason', { timeout: 240_000 }, async () => {
      const folders = ['federal_bills', 'state_bills', 'local_bills', 'legiscan', 'openstates_api_v3'].map(
        (name) => realRecords(name),
      )
      const seen = { imported: 0, reasons: [] as string[] }
      for await (const reading of billRecords(await sourceFiles(folders), null)) {
        if ('reason' in reading) seen.reasons.push(reading.reason)
        else seen.imported += 1
      }
      expect(seen.imported).toBeGreaterThan(3000)
      expect(seen.reasons.filter((reason) => /could not be understood|cannot be read/.test(reason))).toEqual(
        [],
      )
    })
  },
)
