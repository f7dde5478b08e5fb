/* These records in Hurd's interchange format are imported by the tests of the bulk files. */

/** The bills have texts, a version without a text, and words that CSV and spreadsheets could misread. */
export const bills = [
  {
    source_id: 'us/119/hr/7001',
    source_name: 'Congress.gov',
    source_url: 'https://www.congress.gov/bill/119th-congress/house-bill/7001',
    source_updated_at: '2026-04-01T00:00:00Z',
    bill_code: 'H.R. 7001',
    title: 'Quiet "Harbors", Old Piers Act',
    summary: 'Limits noise.\nAt night, too.',
    topics: ['environmental_protection'],
    government_level: 'federal',
    jurisdiction: 'ocd-division/country:us',
    status: 'engrossed',
    created_at: '2025-05-01',
    sponsors: [
      { name: '=SUM(Lark)', party: 'Democratic', role: 'Sponsor', district: 'OR-3' },
      { name: 'Wren, Sam', party: 'Republican', role: 'Cosponsor', district: 'ME-1' },
    ],
    actions: [
      { date: '2025-05-01', text: 'Introduced in House', chamber: 'House' },
      { date: '2025-06-02', text: 'Passed House', chamber: 'House' },
    ],
    committees: [{ name: 'Committee on Harbors', activity: 'referred', occurred_on: '2025-05-02' }],
    versions: [
      {
        code: 'ih',
        label: 'Introduced in House',
        printed_on: '2025-05-01',
        sections: [section('Boats rest at night.')],
      },
      { code: 'rh', label: 'Reported in House', printed_on: '2025-05-20' },
      {
        code: 'eh',
        label: 'Engrossed in House',
        printed_on: '2025-06-02',
        sections: [section('All boats rest.')],
      },
    ],
  },
  {
    source_id: 'mi/2025-2026/hb4001',
    source_name: 'LegiScan',
    bill_code: 'HB 4001',
    title: 'A lantern on every bridge',
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:mi',
    status: 'introduced',
    created_at: '2025-02-03',
    actions: [{ date: '2025-02-03', text: 'Introduced', chamber: 'House' }],
  },
]
/** One vote is on a bill and one on a nomination. */
export const votes = [
  {
    vote_key: 'us/119/h/77/2025',
    organization: 'us/house',
    session: '119',
    bill: 'us/119/hr/7001',
    number: 77,
    date: '2025-06-02',
    motion: 'On Passage',
    result: 'Passed',
    source_name: 'House Clerk',
    checked_at: '2026-01-02T03:04:05Z',
    counts: { yes: 2, no: 1 },
    votes: {
      yes: ['X000001|Lark|D|OR|3', 'X000002|Owl|D|ME|1|Aye'],
      no: ['X000003|=HYPERLINK("x")|R|TX|2'],
    },
  },
  {
    vote_key: 'us/119/s/5/2025',
    organization: 'us/senate',
    session: '119',
    date: '2025-06-03',
    motion: 'On the Nomination',
    source_name: 'U.S. Senate',
    votes: { yes: ['S001|Heron|I|VT'] },
  },
]

function section(content: string) {
  return { number: '1', title: 'Night', content }
}
