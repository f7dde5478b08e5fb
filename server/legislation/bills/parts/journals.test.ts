import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { finalWords, progressLine } from '#contract/bills/progress.ts'
import { readOpenStates } from '#server/sources/bills/openstates.ts'
import { progressOf } from './progress.ts'

const bodies: Readonly<Record<string, string>> = { L: 'lower', U: 'upper', G: 'executive', N: 'legislature' }

/** Returns what Hurd says about a bill with these lines of a journal. The first letter of each is the body that acted. */
function read(
  place: string,
  session: string,
  identifier: string,
  type: string,
  lines: string[],
  title: string,
) {
  const place_id = place === 'us' ? '' : `/state:${place}`
  const bill = readOpenStates({
    identifier,
    title,
    legislative_session: session,
    classification: [type],
    jurisdiction: { id: `ocd-jurisdiction/country:us${place_id}/government` },
    sources: [],
    actions: lines.map((line, index) => {
      const [, description = '', className] = /^. (.*?)(?: \[([\w-]+)\])?$/.exec(line) ?? []
      return {
        date: `2025-03-${String(index + 1).padStart(2, '0')}`,
        description,
        organization: { classification: bodies[line.charAt(0)] },
        classification: className ? [className] : [],
      }
    }),
  })
  if (!('bill_code' in bill)) throw new Error('The record is not a bill.')
  const actions = bill.parts?.actions ?? []
  const { progress } = progressOf({ ...bill, measure_type: bill.parts?.measure_type }, actions)
  return { status: bill.status, line: progressLine(progress), progress, actions }
}

const journals = readFileSync(new URL('../../../testing/fixtures/journals.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .slice(1)
  .map((block) => {
    const [heading = '', ...lines] = block.trim().split('\n')
    const [place = '', session = '', identifier = '', status = '', line = ''] = heading.split('\t')
    return { heading, place, session, identifier, status, line, lines }
  })

// covers HURD-PROGRESS-03 HURD-PROGRESS-07
test.each(journals)('$heading', ({ place, session, identifier, lines, status, line }) => {
  const type = /res/i.test(identifier) ? 'resolution' : 'bill'
  const bill = read(place, session, identifier, type, lines, 'Lanterns')
  expect({ status: bill.status, line: bill.line }).toEqual({ status, line })
})

// covers HURD-PROGRESS-01
test.each([
  ['tx', '89R', 'HJR 1', 'joint resolution', 'Proposing a constitutional amendment authorizing lanterns.'],
  [
    'ok',
    '2026',
    'HJR 1',
    'joint resolution',
    'Joint resolution; constitutional amendment; terms of office; ballot title.',
  ],
  [
    'co',
    '2025A',
    'HCR25-1001',
    'concurrent resolution',
    'Submitting to the registered electors of the state of Colorado an amendment to the Colorado constitution concerning lanterns',
  ],
  ['la', '2025', 'HB 1', 'bill', '(Constitutional Amendment) Provides relative to lanterns'],
  [
    'pa',
    '2025-2026',
    'HB 1',
    'bill',
    'A Joint Resolution proposing an amendment to the Constitution of the Commonwealth of Pennsylvania',
  ],
  [
    'ks',
    '2025-2026',
    'HCR 5001',
    'concurrent resolution',
    'Proposing to amend section 1 of article 3 of the constitution of the state of Kansas',
  ],
  ['wy', '2025', 'HJ 1', 'joint resolution', 'Lantern tax-constitutional amendment.'],
  ['ut', '2025', 'HJR 1', 'joint resolution', 'Proposal to Amend Utah Constitution - Lanterns'],
  ['ak', '34', 'HJR 1', 'joint resolution', 'CONST. AM: LANTERN TAX'],
  ['md', '2026', 'HB 1', 'bill', 'Constitutional Amendment - Lanterns'],
  [
    'de',
    '153',
    'HB 1',
    'bill',
    'An Act proposing an amendment to the Delaware Constitution relating to lanterns',
  ],
  ['fl', '2025', 'HJR 1', 'joint resolution', 'Lanterns'],
  [
    'nd',
    '69',
    'HCR 3001',
    'concurrent resolution',
    'A concurrent resolution to create and enact a new section to article IV of the Constitution of North Dakota',
  ],
  ['wa', '2025-2026', 'SJR 8200', 'joint resolution', 'Requiring lanterns'],
  [
    'me',
    '132',
    'LD 1',
    'bill',
    'RESOLUTION, Proposing an Amendment to the Constitution of Maine to Protect Lanterns',
  ],
  ['nm', '2025', 'SJR 1', 'joint resolution', 'LANTERNS, CA'],
  ['ga', '2025_26', 'SR 1', 'resolution', 'Lantern tax; exemption; provide - CA'],
  ['al', '2025rs', 'HB 1', 'bill', 'Baldwin County; constitutional amendment; lanterns'],
  [
    'al',
    '2025rs',
    'HB 2',
    'bill',
    'Relating to Baldwin County; proposing an amendment to the Constitution of Alabama of 2022',
  ],
  ['tn', '114', 'HJR 1', 'joint resolution', 'Constitutional Amendments - Proposes a right to lanterns.'],
  ['il', '104th', 'HJRCA 1', 'joint resolution', 'CONAMEND-LANTERNS'],
])('%s %s %s amends the constitution', (place, session, identifier, type, title) => {
  const { progress } = read(place, session, identifier, type, ['L Introduced'], title)
  expect(progress.measure_type).toBe('constitutional_amendment')
})

// covers HURD-PROGRESS-01
test.each([
  [
    'joint resolution',
    'Urging Congress to propose an amendment to the United States Constitution on lanterns',
  ],
  ['joint resolution', 'Ratifying a proposed amendment to the Constitution of the United States'],
  ['concurrent resolution', 'Applying for an Article V convention to propose amendments to the Constitution'],
  ['bill', 'Relating to the publication of the text of proposed constitutional amendments in newspapers'],
  ['bill', 'Constitutional amendments, ballot statements further provided for'],
  ['bill', 'Lanterns, CA'],
  ['bill', 'Relating to ballot language for a proposed constitutional amendment'],
  ['bill', 'An Act relating to the process for proposing an amendment to the constitution'],
])('a %s about the amendment of a constitution amends none: %s', (type, title) => {
  const { progress } = read('tx', '89R', type === 'bill' ? 'HB 1' : 'HJR 1', type, ['L Filed'], title)
  expect(progress.measure_type).not.toBe('constitutional_amendment')
})

// covers HURD-PROGRESS-01
test('a resolution of congratulation that the governor signs is no law, and an executive order waits for nobody', () => {
  const signed = ['L Adopted', 'U Concurred, Ayes 32, Nays 0', 'G Signed by Governor.']
  const congratulation = read(
    'tn',
    '114',
    'HJR 12',
    'joint resolution',
    signed,
    'RESOLUTION - Congratulates Lanterns',
  )
  expect(congratulation.progress.stages.map(({ stage }) => stage)).not.toContain('law')
  expect(congratulation.line).toBe('Adopted by the Senate')
  const order = read('il', '104th', 'EO 25-01', 'resolution', ['L Filed'], 'Lanterns')
  expect(order.progress.measure_type).toBe('other')
})

// covers HURD-PROGRESS-03
test('an amendment that one legislature filed has not been sent to the voters where a second must agree', () => {
  const lines = ['U PASSED SENATE', 'L PASSED ASSEMBLY', 'U DELIVERED TO SECRETARY OF STATE']
  const title = 'Proposing an amendment to section 3 of the constitution'
  const { line, status } = read('ny', '2025-2026', 'S 103', 'constitutional amendment', lines, title)
  expect({ line, status }).toEqual({ line: 'Passed the Assembly', status: 'passed' })
})

// covers HURD-PROGRESS-03
test('a veto is called the end of the bill only in words that stay true if it is overridden', () => {
  const { progress } = read(
    'ga',
    '2025_26',
    'HB 19',
    'bill',
    ['L House Passed/Adopted', 'G Veto V5'],
    'Lanterns',
  )
  expect(finalWords(progress)).toBe('it is not a law')
})

// covers HURD-PROGRESS-02
test('the President acts on measures of Congress and the Mayor on those of the District of Columbia', () => {
  const federal = read('us', '119', 'H.R. 5008', 'bill', ['G Vetoed by President.'], 'Lanterns')
  expect(federal.actions.map(({ chamber }) => chamber)).toEqual(['President'])
})

// covers HURD-PROGRESS-01
test('the voters of Delaware do not decide about its constitution', () => {
  const title = 'An Act proposing an amendment to the Delaware Constitution relating to lanterns'
  const lines = ['L Passed By House. Votes: 41 YES', 'U Passed By Senate. Votes: 21 YES']
  const { progress, line } = read('de', '153', 'HB 12', 'bill', lines, title)
  expect(line).toBe('Passed the Senate')
  expect(progress.stages.map(({ stage }) => stage)).not.toContain('voters')
})

// covers HURD-PROGRESS-01
test('Congress does not review emergency acts of the District of Columbia', () => {
  const lines = ['N Final Reading, CC', 'G Signed by Mayor with Act Number A26-0100']
  const stagesOf = (title: string) =>
    read('dc', '26', 'B26-0014', 'bill', lines, title).progress.stages.map(({ stage }) => stage)
  expect(stagesOf('Lantern Emergency Amendment Act of 2025')).not.toContain('congress')
  const act = (title: string, journal = lines) => read('dc', '26', 'B26-0014', 'bill', journal, title)
  expect(act('Lantern Emergency Act of 2025')).toMatchObject({ status: 'passed', line: 'Became law' })
  expect(act('Lantern Temporary Act of 2025')).toMatchObject({
    status: 'pending',
    line: 'Signed by the Mayor · Next: Congress',
  })
  for (const end of [
    ['G Vetoed by Mayor', 'N Veto overridden by the Council'],
    ["G Returned without Mayor's signature"],
    ['G Enacted with Act Number A26-0100'],
  ]) {
    const { status, line } = act('Lantern Emergency Act of 2025', ['N Final Reading, CC', ...end])
    expect([end, status, line]).toEqual([end, 'passed', 'Became law'])
  }
  expect(stagesOf('Lantern Temporary Amendment Act of 2025')).toContain('congress')
  expect(stagesOf('Office of Emergency Management Amendment Act of 2025')).toContain('congress')
})
