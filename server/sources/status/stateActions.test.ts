import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { BillStatus } from '#contract/bills/billContent.ts'
import { readOpenStates } from '#server/sources/bills/openstates.ts'
import { csvRecords, type CsvRecord } from '#server/sources/csv.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { stateWords } from './stateActions.ts'
import { legiScanStatus } from './statusLegiScan.ts'
import { stateStatus } from './statusStates.ts'

test.each(stateWords)('$state: $example', ({ state, words, example }) => {
  const first = stateWords.find((row) => row.state === state && row.words.test(example))
  expect(first?.words).toBe(words)
})

/** The first letter of each line below is the body that acted: the lower chamber, the upper chamber or the governor. */
const bodies: Readonly<Record<string, string>> = { L: 'lower', U: 'upper', G: 'executive' }
const read = (state: string, lines: string[], isBill = true) =>
  stateStatus(
    lines.map((line) => ({ text: line.slice(2), body: bodies[line.charAt(0)] ?? '', classes: [] })),
    { state, isBill, oneChamber: false },
  )

describe('the journal of a state', () => {
  test.each<[string, string, string[], BillStatus]>([
    [
      'co',
      'passed by one chamber',
      [
        'L Introduced In House - Assigned to Finance',
        'L House Committee on Finance Refer Amended to House Committee of the Whole',
        'L House Second Reading Special Order - Passed with Amendments - Committee',
        'L House Third Reading Passed - No Amendments',
      ],
      'engrossed',
    ],
    [
      'co',
      'stopped in the other chamber',
      [
        'L House Third Reading Passed - No Amendments',
        'U Introduced In Senate - Assigned to Appropriations',
        'U Senate Committee on Appropriations Postpone Indefinitely',
      ],
      'rejected',
    ],
    [
      'co',
      'an amendment of the other chamber accepted',
      [
        'L House Third Reading Passed - No Amendments',
        'U Senate Third Reading Passed with Amendments - Floor',
        'L House Considered Senate Amendments - Result was to Concur - Repass',
      ],
      'pending',
    ],
    [
      'co',
      'signed',
      [
        'U Senate Third Reading Passed - No Amendments',
        'L House Third Reading Passed - No Amendments',
        'G Governor Signed',
      ],
      'passed',
    ],
    [
      'nh',
      'reported',
      [
        'L Introduced 01/08/2025 and referred to Education',
        'L Minority Committee Report: Inexpedient to Legislate',
        'L Majority Committee Report: Ought to Pass with Amendment # 2025-0503h 03/06/2025 (Vote 10-8; RC)',
      ],
      'active',
    ],
    [
      'nh',
      'passed by one chamber',
      [
        'L Committee Report: Ought to Pass with Amendment # 2025-0503h 03/06/2025 (Vote 14-0; CC)',
        'L Ought to Pass with Amendment # 2025-0503h: MA VV 03/06/2025 HJ 7',
      ],
      'engrossed',
    ],
    [
      'nh',
      'killed on the floor',
      [
        'L Committee Report: Inexpedient to Legislate 03/06/2025 (Vote 14-0; CC)',
        'L Inexpedient to Legislate: MA VV 03/06/2025 HJ 7',
      ],
      'rejected',
    ],
    [
      'nh',
      'a motion to kill that failed',
      ['L Inexpedient to Legislate: MF RC 150-190 03/06/2025', 'L Ought to Pass: MA RC 188-152 03/06/2025'],
      'engrossed',
    ],
    [
      'nh',
      'the veto stands',
      [
        'G Vetoed by Governor 07/15/2025',
        'L Veto Sustained 08/19/2025: RC 152-167 Lacking Necessary Two-Thirds Vote',
      ],
      'rejected',
    ],
    ['fl', 'died in committee', ['L CS passed; YEAS 110 NAYS 2', 'U Died in Appropriations'], 'rejected'],
    ['fl', 'passed by both', ['L CS passed; YEAS 110 NAYS 2', 'U Passed; YEAS 38 NAYS 0'], 'pending'],
    [
      'ga',
      'passed by one chamber',
      ['U Senate Read Second Time', 'U Senate Passed/Adopted By Substitute'],
      'engrossed',
    ],
    ['mn', 'signed', ['U Third reading Passed', "G Governor's action Approval"], 'passed'],
    ['mn', 'vetoed', ['U Third reading Passed', "G Governor's action Veto"], 'rejected'],
    [
      'nj',
      'passed by both',
      ['L Passed by the Assembly (76-0-0)', 'U Passed Senate (Passed Both Houses) (38-0)'],
      'pending',
    ],
    ['nj', 'law', ['G Approved P.L.2025, c.112.'], 'passed'],
    ['nm', 'passed by one chamber', ['U PASSED/S (36-0)'], 'engrossed'],
    ['or', 'left in committee', ['L Public Hearing held.', 'L In committee upon adjournment.'], 'rejected'],
    [
      'pa',
      'a table that stops nothing',
      [
        'L Reported as committed',
        'L Laid on the table',
        'L Removed from table',
        'L Third consideration and final passage (201-0)',
      ],
      'engrossed',
    ],
    [
      'va',
      'passed by indefinitely',
      ['L Reported from Finance (15-Y 0-N)', 'L Passed by indefinitely in Appropriations (8-Y 7-N)'],
      'rejected',
    ],
    ['va', 'continued', ['L Continued to next session in Finance (15-Y 0-N)'], 'pending'],
    [
      'ny',
      'passed by one chamber',
      ['L REFERRED TO HEALTH', 'L PASSED ASSEMBLY', 'U DELIVERED TO SENATE'],
      'engrossed',
    ],
    ['ny', 'law', ['L PASSED ASSEMBLY', 'U PASSED SENATE', 'G SIGNED CHAP.112'], 'passed'],
    ['nd', 'passed at its second reading', ['L Second reading, passed, yeas 089 nays 002'], 'engrossed'],
    [
      'sd',
      'deferred past the last day',
      ['U Deferred to the 41st legislative day, Passed, YEAS 8, NAYS 5'],
      'rejected',
    ],
    ['ut', 'sent to the files', ['L House/ filed in House file for bills not passed'], 'rejected'],
    [
      'wi',
      'concurred in',
      ['L Read a third time and passed', 'U Read a third time and concurred in'],
      'pending',
    ],
    ['ct', 'a table that is a calendar', ['L Joint Favorable', 'L Tabled for the Calendar, House'], 'active'],
    [
      'me',
      'dead',
      ['L Reported Out: ONTP', 'L Pursuant to Joint Rule 310.3 Placed in Legislative Files (DEAD)'],
      'rejected',
    ],
    ['tn', 'a public chapter', ['L Passed H., Ayes 90, Nays 2, PNV 0', 'G Pub. Ch. 112'], 'passed'],
  ])('%s: %s', (state, _case, lines, status) => {
    expect(read(state, lines)).toBe(status)
  })
})

const data = realRecords()

/** The statuses that the published texts of a bill prove, whatever its actions say. */
const proofs: { text: RegExp; means: string; statuses: readonly BillStatus[] }[] = [
  {
    text: /chaptered|slip law|public act|as enacted|act summary|session law/i,
    means: 'printed as law',
    statuses: ['passed'],
  },
  {
    text: /enrolled(?! bill am)|passed by both|passed legislature/i,
    means: 'printed as passed by both',
    statuses: ['pending', 'passed', 'rejected'],
  },
  {
    // The word "engrossed" is not used, because Illinois and Arizona print it before the vote.
    text: /as (passed|adopted) by (the )?(house|senate)/i,
    means: 'printed as passed by one',
    statuses: ['engrossed', 'pending', 'passed', 'rejected'],
  },
]

type CheckedBill = { state: string; bill: string; means: string; status: BillStatus; isRight: boolean }

test('the status of every bill of the sample agrees with its printed versions', () => {
  const lines = readFileSync(join(import.meta.dirname, '../../testing/fixtures/roads.jsonl'), 'utf8')
  const checked = lines.split('\n').filter(Boolean).flatMap(printedBill)
  expect(checked.length).toBeGreaterThanOrEqual(25)
  expect(checked.filter(({ isRight }) => !isRight)).toEqual([])
})

test.skipIf(!existsSync(data))(
  'the status of at least 99% of the bills agrees with their printed versions and with LegiScan',
  () => {
    const checked = [...printedBills(), ...legiScanBills()]
    const table = Map.groupBy(checked, ({ means, status }) => `${means} → ${status}`)
    const lines = Array.from(table, ([line, bills]) => `${line}: ${bills.length}`)
    const wrong = checked.filter(({ isRight }) => !isRight)
    const wrongLines = wrong.map(
      ({ state, bill, means, status }) => `wrong: ${state} ${bill}, ${means}, ${status}`,
    )
    process.stdout.write(`${[...lines.toSorted((a, b) => a.localeCompare(b)), ...wrongLines].join('\n')}\n`)
    expect(checked.length).toBeGreaterThan(300)
    expect(wrong.length / checked.length).toBeLessThanOrEqual(0.01)
  },
)

function printedBills(): CheckedBill[] {
  const folder = `${data}/state_bills`
  const files = readdirSync(folder).filter((name) => /^[a-z]{2}\.jsonl\.gz$/.test(name))
  return [...files.map((name) => `${folder}/${name}`), `${data}/votes/state/bills.jsonl.gz`].flatMap((file) =>
    linesOf(file).flatMap(printedBill),
  )
}

function printedBill(line: string): CheckedBill[] {
  const record: Record<string, unknown> & { versions?: { note: string }[] } = JSON.parse(line)
  const proof = proofs.find(({ text }) => record.versions?.some(({ note }) => text.test(note)))
  const bill = readOrNull(record)
  // Without actions there is no status to compare.
  if (!proof || !bill || listOf(record['actions']).length === 0) return []
  const isRight = proof.statuses.includes(bill.status)
  return [
    {
      state: bill.jurisdiction.slice(-2),
      bill: bill.bill_code,
      means: proof.means,
      status: bill.status,
      isRight,
    },
  ]
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function readOrNull(record: Record<string, unknown>) {
  try {
    const bill = readOpenStates(record)
    return 'status' in bill ? bill : null
  } catch {
    return null
  }
}

/**
 * Returns the bills of Michigan with the actions of its journal, which have no classes. Their status is compared with
 * the one that LegiScan has for the same bill.
 */
function legiScanBills(): CheckedBill[] {
  const folder = `${data}/votes/legiscan_mi_2025-2026`
  const history = Map.groupBy(rowsOf(`${folder}/history.csv.gz`), (row) => row['bill_id'] ?? '')
  return rowsOf(`${folder}/bills.csv.gz`).map((row): CheckedBill => {
    const actions = (history.get(row['bill_id'] ?? '') ?? [])
      .toSorted((a, b) => Number(a['sequence']) - Number(b['sequence']))
      .map(({ action = '', chamber }) => ({
        text: action,
        body: chamber === 'House' ? 'lower' : 'upper',
        classes: [],
      }))
    const bill = row['bill_number'] ?? ''
    const expected = legiScanStatus(Number(row['status']), [])
    const status = stateStatus(actions, {
      state: 'mi',
      isBill: /B/.test(bill),
      oneChamber: /^[HS]R/.test(bill),
    })
    // LegiScan does not distinguish a bill that a committee has reported.
    const isRight = status === expected || (expected === 'introduced' && status === 'active')
    return { state: 'mi', bill, means: `LegiScan: ${expected}`, status, isRight }
  })
}

function linesOf(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString().split('\n').filter(Boolean)
}

function rowsOf(file: string): CsvRecord[] {
  return [...csvRecords(gunzipSync(readFileSync(file)).toString())]
}
