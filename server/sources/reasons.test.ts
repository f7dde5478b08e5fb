import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { reading } from './files.ts'

const lines = await readFile(new URL('fixtures/hurd.jsonl', import.meta.url), 'utf8')
const [line = '{}'] = lines.split('\n')
const bill: Record<string, unknown> = JSON.parse(line)

const parts = {
  sponsorships: [],
  actions: [{ description: 'Introduced', classification: 'introduced', acted_on: '2026-01-05' }],
  committees: [],
  related_bills: [],
  amendments: [],
  cost_estimates: [],
  subjects: [],
}
const action = { date: '2026-01-05', text: 'Introduced', chamber: null }
const version = {
  source_id: 'us/119/hr/9903',
  source_name: 'Congress.gov',
  version_no: 1,
  label: 'Introduced in House',
}

// Each change makes one field of a record wrong.
const cases: [change: Record<string, unknown>, reason: string][] = [
  [{ topics: null }, 'The field "topics" must be a list, not null.'],
  [{ topics: 'Energy' }, 'The field "topics" must be a list, not "Energy".'],
  [{ topics: ['Lanterns'] }, '"Lanterns" is not one of the 32 topics.'],
  [{ title: undefined }, 'The field "title" is missing.'],
  [{ title: '  ' }, 'The field "title" must not be empty.'],
  [{ title: 5 }, 'The field "title" must be a text, not 5.'],
  [{ summary: null }, 'The field "summary" must be a text, not null.'],
  [{ source_id: 'HR 22' }, 'The field "source_id" is "HR 22", and must look like us/119/hr/22.'],
  [
    { source_url: 'ftp://example.org' },
    'The field "source_url" is "ftp://example.org", which is not an http address.',
  ],
  [
    { status: 'done' },
    'The field "status" is "done", which is not one of introduced, engrossed, active, passed, rejected, pending.',
  ],
  [{ government_level: undefined }, 'The field "government_level" is missing.'],
  [{ jurisdiction: 'Ohio' }, 'The field "jurisdiction" is "Ohio", and must be an OCD division id.'],
  [
    { created_at: 'May 2' },
    'The field "created_at" is "May 2", which is not a date (YYYY-MM-DD) or a time (ISO 8601).',
  ],
  [{ created_at: '3013-01-15' }, 'The field "created_at" is "3013-01-15", which is more than 2 years ahead.'],
  [
    { created_at: '1788-01-15T10:00:00Z' },
    'The field "created_at" is "1788-01-15T10:00:00Z", which is before 1789-03-04.',
  ],
  [
    { actions: [{ ...action, date: 'yesterday' }] },
    'The field "actions.0.date" is "yesterday", which is not a date (YYYY-MM-DD).',
  ],
  [
    { actions: [{ ...action, date: '2026-02-30' }] },
    'The field "actions.0.date" is "2026-02-30", which is not a date (YYYY-MM-DD).',
  ],
  [
    { actions: [action, { ...action, date: '3013-02-11' }] },
    'The field "actions.1.date" is "3013-02-11", which is more than 2 years ahead.',
  ],
  [{ actions: [{ date: '2026-01-05', chamber: null }] }, 'The field "actions.0.text" is missing.'],
  [{ actions: {} }, 'The field "actions" must be a list, not an object.'],
  [{ sponsors: ['Robin'] }, 'The field "sponsors.0" must be an object, not "Robin".'],
  [
    { versions: [{ label: 'Introduced', printed_on: 'May 2' }] },
    'The field "versions.0.printed_on" is "May 2", which is not a date (YYYY-MM-DD).',
  ],
  [{ versions: [{ printed_on: '2026-01-05' }] }, 'The field "versions.0.label" is missing.'],
  [
    { committees: [{ name: 'Lanterns', activity: 'sang' }] },
    'The field "committees.0.activity" is "sang", which is not one of referred, hearing, markup, reported, discharged, other.',
  ],
  [{ bill_sections: { sections: 'none' } }, 'The field "bill_sections.sections" must be a list, not "none".'],
  [{ parts: { ...parts, subjects: [''] } }, 'The field "parts.subjects.0" must not be empty.'],
  [
    { parts: { ...parts, actions: [{ ...parts.actions[0], acted_on: 'soon' }] } },
    'The field "parts.actions.0.acted_on" is "soon", which is not a date (YYYY-MM-DD).',
  ],
  [
    { parts: { ...parts, sponsorships: [{ name: 'Robin', classification: 'primary', is_original: 'yes' }] } },
    'The field "parts.sponsorships.0.is_original" must be true or false, not "yes".',
  ],
  [{ ...version, version_no: 'one' }, 'The field "version_no" must be a number, not "one".'],
  [{ ...version, label: '' }, 'The field "label" must not be empty.'],
  [
    { ...version, printed_on: 'May 2' },
    'The field "printed_on" is "May 2", which is not a date (YYYY-MM-DD).',
  ],
  [
    { ...version, document_type: 'poem' },
    'The field "document_type" is "poem", which is not one of bill, amendment, summary.',
  ],
]

// covers HURD-REASON-01
test.each(cases)('a record in the format hurd with %j is refused with what is wrong', (change, reason) => {
  const record = 'version_no' in change ? change : { ...bill, ...change }
  expect(reading('bills.jsonl', 'line 1', { ...record }, 'hurd')).toMatchObject({ reason })
})

// covers BEY-ANATOMY-10
test('the type of measure that a record in the format hurd names counts, even if its parts name none', () => {
  const record = { ...bill, measure_type: 'resolution', parts: { ...parts, measure_type: null } }
  expect(reading('bills.jsonl', 'line 1', record, 'hurd')).toMatchObject({
    imported: { parts: { measure_type: 'resolution' } },
  })
})

const stateBill = {
  identifier: 'HB 1',
  legislative_session: '2025-2026',
  title: 'Lanterns',
  actions: [{ description: 'Introduced', date: '2025-02-11' }],
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:mi/government' },
}
const legiscan = {
  bill_id: 1,
  state: 'MI',
  bill_number: 'HB1',
  title: 'Lanterns',
  session: { year_start: 2025, year_end: 2026 },
  status_date: '2025-02-11',
}

// covers HURD-REASON-02
test.each([
  ['openstates', { ...stateBill, title: ' ' }, 'The record has no title.'],
  ['openstates', { ...stateBill, identifier: '' }, 'The record has no identifier.'],
  ['openstates', { ...stateBill, jurisdiction: {} }, 'The record does not name its state.'],
  ['legiscan', { bill: { ...legiscan, status_date: '' } }, 'The record has no date.'],
  ['legiscan', { bill: { ...legiscan, session: {} } }, 'The record does not name its session.'],
  ['legiscan', { bill: { ...legiscan, bill_number: '' } }, 'The record has no bill number.'],
  ['congress', { congress: 119, type: 'HR', number: '1', title: '' }, 'The record has no title.'],
  [
    'legistar',
    { MatterFile: '1', MatterId: 1, MatterTypeName: 'Ordinance' },
    'The record does not name its city. Name the file after the Legistar client, as in boston_matters.json.',
  ],
] as const)('a record of %s without a field is refused with the field', (format, record, reason) => {
  expect(reading('x.jsonl', 'line 1', record, format)).toMatchObject({ reason })
})
