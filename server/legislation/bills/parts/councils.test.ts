import { expect, test } from 'vitest'
import { progressLine } from '#contract/bills/progress.ts'
import { readLegistar } from '#server/sources/bills/cities/legistar.ts'
import { progressOf } from './progress.ts'

type Line = [body: string, action: string]

/** Returns what Hurd says about a matter of a city's council with this history. */
function read(client: string, type: string, status: string, history: Line[]) {
  const bill = readLegistar(
    {
      client,
      matter: {
        MatterId: 1,
        MatterFile: 'CB 1',
        MatterTypeName: type,
        MatterStatusName: status,
        MatterTitle: 'Lanterns',
      },
      histories: history.map(([body, action], index) => ({
        MatterHistoryActionDate: `2025-03-${String(index + 1).padStart(2, '0')}T00:00:00`,
        MatterHistoryActionName: action,
        MatterHistoryActionBodyName: body,
      })),
    },
    'matters.json',
  )
  const actions = bill.parts?.actions ?? []
  const { progress } = progressOf({ ...bill, measure_type: bill.parts?.measure_type }, actions)
  return {
    status: bill.status,
    line: progressLine(progress),
    committees: bill.parts?.committees?.map(({ name }) => name),
    labels: progress.stages.map(({ label }) => label),
  }
}

// covers HURD-PROGRESS-03 BEY-ANATOMY-05
test.each<[string, string, string, Line[], string, string]>([
  [
    'boston',
    'Ordinance',
    'In Council',
    [['Committee on Housing', 'Passed']],
    'active',
    'Approved in committee',
  ],
  [
    'seattle',
    'Ordinance',
    'Agenda Ready',
    [['Finance Committee', 'Approved']],
    'pending',
    'Approved in committee',
  ],
  ['sanjose', 'Ordinance', '', [['Rules Committee', 'Adopted']], 'active', 'Approved in committee'],
  ['sanjose', 'Ordinance', '', [['Planning Commission', 'Approved']], 'active', 'Approved in committee'],
  ['sanjose', 'Ordinance', '', [['Rules Committee', 'Failed']], 'active', 'Introduced'],
])(
  'a vote of a committee of %s is none of the council (%s, %s)',
  (client, type, name, history, status, line) => {
    const matter = read(client, type, name, history)
    expect({ ...matter, line: matter.line.split(' · ')[0] }).toMatchObject({ status, line })
    expect(matter.committees).toEqual(history.map(([body]) => body))
  },
)

// covers HURD-PROGRESS-03
test.each<[string, string, string, Line[], string, string]>([
  [
    'boston',
    'Ordinance',
    'Vetoed',
    [
      ['City Council', 'Passed'],
      ['Mayor', 'Disapproved by Mayor'],
    ],
    'rejected',
    'Vetoed by the Mayor',
  ],
  [
    'oakland',
    'Ordinance',
    'Passed',
    [['City Council', 'Approved for Final Passage']],
    'passed',
    'Became law',
  ],
  [
    'nyc',
    'Land Use Application',
    'Approved',
    [['City Council', 'Approved with Modifications']],
    'passed',
    'Approved by the Council',
  ],
  [
    'phila',
    'Resolution',
    'ADOPTED',
    [['CITY COUNCIL', 'READ AND ADOPTED']],
    'passed',
    'Adopted by the Council',
  ],
])('%s %s %s', (client, type, name, history, status, line) => {
  expect(read(client, type, name, history)).toMatchObject({ status, line })
})

// covers HURD-PROGRESS-03
test.each<[Line, string]>([
  [['City Council', 'Assigned for further action'], 'introduced'],
  [['City Council', 'Reassigned to committee'], 'introduced'],
  [['City Council', 'Bypassed'], 'introduced'],
])('%s is no passage', (action, status) => {
  expect(read('boston', 'Ordinance', 'In Council', [action]).status).toBe(status)
})

// covers HURD-PROGRESS-03
test('a bill that the mayor returns unsigned was not signed', () => {
  const { line, labels } = read('seattle', 'Ordinance', 'Passed', [
    ['City Council', 'passed'],
    ['City Clerk', "submitted for Mayor's signature"],
    ['Mayor', 'Returned Unsigned by Mayor'],
  ])
  expect(line).toBe('Became law')
  expect(labels).toContain('Sent to the Mayor')
  expect(labels.join()).not.toContain('Signed')
})

// covers HURD-PROGRESS-02 HURD-PROGRESS-03
test.each<[string, string, Line[], string, string]>([
  [
    'sfgov',
    'First Reading, Consent',
    [
      ['Rules Committee', 'RECOMMENDED'],
      ['Board of Supervisors', 'PASSED ON FIRST READING'],
    ],
    'active',
    'Approved in committee · Next: a vote in the Council',
  ],
  [
    'sfgov',
    'Passed',
    [
      ['Board of Supervisors', 'PASSED ON FIRST READING'],
      ['Board of Supervisors', 'FINALLY PASSED'],
      ['Mayor', 'APPROVED'],
    ],
    'passed',
    'Became law',
  ],
  ['cambridge', 'Passed to a Second Reading', [['City Council', 'Discussed']], 'active', 'Introduced'],
  [
    'columbus',
    'Passed',
    [
      ['Columbus City Council', 'Approved'],
      ['COUNCIL PRESIDENT', 'Signed'],
    ],
    'passed',
    'Became law',
  ],
  [
    'phila',
    'LAPSED',
    [['CITY COUNCIL', 'Introduced and Referred']],
    'rejected',
    'Ended, according to the source',
  ],
  ['phila', '', [['CITY COUNCIL', 'READ AND PASSED']], 'passed', 'Passed the Council'],
  [
    'denver',
    'Mayor Pending',
    [['City Council', 'placed upon final consideration and do pass']],
    'pending',
    'Passed the Council · Next: the Mayor',
  ],
  [
    'baltimore',
    "Mayor's Desk",
    [['Baltimore City Council', 'Approved and Sent to the Mayor']],
    'pending',
    'Passed the Council · Next: the Mayor',
  ],
  [
    'milwaukee',
    'Signed by Mayor',
    [
      ['COMMON COUNCIL', 'PASSED'],
      ['MAYOR', 'SIGNED'],
    ],
    'passed',
    'Became law',
  ],
  [
    'pittsburgh',
    'Vetoed by Mayor',
    [
      ['City Council', 'Passed Finally'],
      ['Mayor', 'Vetoed'],
    ],
    'rejected',
    'Vetoed by the Mayor',
  ],
  [
    'seattle',
    'Agenda Ready',
    [
      ['City Council', 'referred'],
      ['Finance Committee', 'pass as amended'],
    ],
    'pending',
    'Approved in committee · Next: a vote in the Council',
  ],
  [
    'madison',
    'Passed',
    [
      ['COMMON COUNCIL', 'Refer'],
      ['COMMON COUNCIL', 'Adopt Under Suspension of Rules 2.04'],
    ],
    'passed',
    'Became law',
  ],
  [
    'madison',
    'Killed',
    [['COMMON COUNCIL', 'Place On File Without Prejudice']],
    'rejected',
    'Died in the Council',
  ],
  ['madison', 'Draft', [['COMMON COUNCIL', 'Adopt the Following Amendment']], 'pending', 'Introduced'],
  ['madison', 'Failed', [['COMMON COUNCIL', 'Adopt - Failed']], 'rejected', 'Failed in the Council'],
  ['seattle', 'Passed', [['Mayor and Council', 'Approved']], 'passed', 'Passed the Council'],
  [
    'seattle',
    'Draft',
    [['Mayor and Council', 'Approved']],
    'pending',
    'Passed the Council · Next: the Mayor',
  ],
  ['seattle', 'Passed on Third Reading', [['Council', 'Passed']], 'passed', 'Passed the Council'],
  ['seattle', 'Passed on Second and Final Reading', [['Council', 'Passed']], 'passed', 'Passed the Council'],
  [
    'seattle',
    'Passed on First Reading',
    [['Council', 'Passed on first reading']],
    'introduced',
    'Introduced',
  ],
  ['seattle', 'Veto Not Overridden', [['Mayor', 'Vetoed']], 'rejected', 'Vetoed by the Mayor'],
  [
    'oakland',
    'To be Scheduled',
    [['City Council', 'Approved On Introduction and Scheduled for Final Passage']],
    'active',
    'Introduced',
  ],
  [
    'sfgov',
    'Tabled',
    [
      ['Board of Supervisors', 'ASSIGNED UNDER 30 DAY RULE'],
      ['Land Use and Transportation Committee', 'TABLED'],
    ],
    'rejected',
    'Tabled in committee',
  ],
  [
    'sfgov',
    'Pending Committee Action',
    [['President', 'ASSIGNED UNDER 30 DAY RULE']],
    'pending',
    'Sent to committee · Next: a committee vote',
  ],
  [
    'columbus',
    'Tabled Indefinitely',
    [['Columbus City Council', 'Tabled Indefinitely']],
    'rejected',
    'Tabled in the Council',
  ],
])('the council of %s (%s): %j', (client, name, history, status, line) => {
  const matter = read(client, 'Ordinance', name, history)
  expect({ status: matter.status, line: matter.line }).toEqual({ status, line })
})

// covers HURD-PROGRESS-02
test('what the president of a council signs has no signature of the mayor', () => {
  const { labels } = read('columbus', 'Ordinance', 'Passed', [
    ['Columbus City Council', 'Approved'],
    ['COUNCIL PRESIDENT', 'Signed'],
  ])
  expect(labels).not.toContain('Signed by the Mayor')
})

// covers HURD-PROGRESS-03
test('a matter that ends after the vote of the council says where it ended', () => {
  const { status, line, labels } = read('boston', 'Ordinance', 'Placed on File', [
    ['City Council', 'Passed'],
    ['City Council', 'Placed on file'],
  ])
  expect({ status, line }).toEqual({ status: 'rejected', line: 'Died in the Council' })
  expect(labels).toHaveLength(3)
})
