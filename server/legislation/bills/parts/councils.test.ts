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
    labels: progress.stages.map(({ label }) => label),
  }
}

// covers HURD-PROGRESS-03
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
