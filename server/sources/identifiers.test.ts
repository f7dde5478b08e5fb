import { expect, test } from 'vitest'
import { readLegiScan } from './bills/legiscan.ts'
import { readOpenStates } from './bills/openstates.ts'
import { billCode, stateBillId } from './bills/stateCodes.ts'
import { textIn } from './externalJson.ts'

function openStates(identifier: unknown) {
  const bill = readOpenStates({
    identifier,
    title: 'Lanterns',
    legislative_session: '2025-2026',
    jurisdiction: { id: 'ocd-jurisdiction/country:us/state:mi/government' },
    actions: [{ date: '2025-02-03', description: 'introduced' }],
  })
  return bill.source_id
}

function legiScan(bill_number: unknown) {
  return readLegiScan({
    bill: {
      bill_id: 1,
      state: 'MI',
      bill_number,
      title: 'Lanterns',
      session: { year_start: 2025, year_end: 2026, special: 0 },
      status: 1,
      history: [{ date: '2025-02-03', action: 'Introduced', chamber: 'H' }],
    },
  }).source_id
}

// covers HURD-IDENTITY-09
test.each([['HB'], ['../../etc/passwd'], ['HB 9921<script>'], ['x'.repeat(80)]])(
  'a bill without a number is refused: %s',
  (identifier) => {
    expect(() => openStates(identifier)).toThrow('is not the number of a bill')
    expect(() => legiScan(identifier)).toThrow('is not the number of a bill')
  },
)

// covers HURD-IDENTITY-09
test.each([
  ['HB 9922', 'mi/2025-2026/hb9922'],
  ['\uff28\uff22 \uff19\uff19\uff12\uff12', 'mi/2025-2026/hb9922'],
  ['HB\u20119922', 'mi/2025-2026/hb9922'],
  ['H.B. No. 9922', 'mi/2025-2026/hb9922'],
  ['HJR B', 'mi/2025-2026/hjrb'],
])('%s is the number of %s', (identifier, source_id) => {
  expect([openStates(identifier), legiScan(identifier)]).toEqual([source_id, source_id])
})

// covers HURD-IDENTITY-08
test('special sessions have the same bills in both sources', () => {
  expect(stateBillId('fl', '2025 1st Special Session', 'H0001A')).toBe(stateBillId('fl', '2025A', 'HB 1A'))
  expect(stateBillId('fl', '2025 Special Session C', 'S0002C')).toBe(stateBillId('fl', '2025C', 'SB 2C'))
  expect(stateBillId('nv', '2025 36th Special Session', 'AB1')).toBe(
    stateBillId('nv', '2025Special36', 'AB 1'),
  )
  expect(billCode('fl', '2025A', 'H0001A')).toBe('HB 1A')
})

// covers HURD-IDENTITY-09
test.each([
  ['wa', 'HB 1000', ['SHB 1000', 'E2SHB 1000', 'EHB 1000', '2SHB1000']],
  ['wa', 'SB 5000', ['ESSB 5000', 'SSB 5000', '2ESSB 5000']],
  ['wa', 'SJR 8200', ['SSJR 8200']],
  ['ct', 'HB 5001', ['sHB 5001', 'Substitute H.B. 5001', 'HB05001']],
  ['ct', 'SB 1', ['sSB 1', 'SB00001']],
  ['ak', 'HB 1', ['CSHB 1(FIN)', 'SCS CSHB 1(FIN)', 'CS for HB 1(L&C)', 'CSHB 1(FIN) am S']],
  ['ak', 'SB 12', ['HCS SB 12(RES)', 'HCS CSSB 12(RES)', 'SSSB 12', 'CSSSSB 12(FIN)']],
  ['ak', 'HB 2', ['SSHB 2', 'HB 2']],
  ['hi', 'HB 1', ['HB1 HD1', 'HB1 HD1 SD1', 'HB1,HD1,SD2,CD1']],
  ['ut', 'HB 1', ['HB0001S01', 'HB0001']],
  ['in', 'HB 1001', ['House Bill 1001', 'House Bill No. 1001']],
  ['mi', 'SB 12', ['Senate Bill 12', 'Senate Bill No. 12']],
])('letters of a printing in %s are of %s: %j', (state, identifier, printings) => {
  const id = stateBillId(state, '2025', identifier)
  expect(printings.map((printing) => stateBillId(state, '2025', printing))).toEqual(printings.map(() => id))
})

// covers HURD-EDGE-01
test.each([
  ['<p>Lanterns</p><p class="x">and <br/>lamps</p>', 'Lanterns and lamps'],
  ['<![CDATA[Lanterns & lamps]]>', 'Lanterns & lamps'],
  ['<ul><li>Lanterns</li></ul>', 'Lanterns'],
  ['fewer than <5 and >3', 'fewer than <5 and >3'],
])('a title has no markup: %s', (title, text) => {
  expect(textIn(title)).toBe(text)
})
