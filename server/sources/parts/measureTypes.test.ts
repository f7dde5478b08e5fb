import { describe, expect, test } from 'vitest'
import type { MeasureType } from '#contract/bills/progress.ts'
import { legiScanMeasureType, measureTypeOf, namedMeasureType } from './measureTypes.ts'

// covers HURD-PROGRESS-01
describe('the type of a measure', () => {
  test.each<[string, MeasureType | null, MeasureType]>([
    ['a bill in Open States', namedMeasureType(['bill'], 'state', ''), 'bill'],
    ['an appropriation in Open States', namedMeasureType(['bill', 'appropriation'], 'state', ''), 'bill'],
    ['a joint memorial', namedMeasureType(['joint memorial'], 'state', ''), 'concurrent_resolution'],
    ['an appointment', namedMeasureType(['appointment'], 'state', ''), 'appointment'],
    [
      'a joint resolution that amends the constitution',
      namedMeasureType(['joint resolution'], 'state', 'Proposing an amendment to the Constitution'),
      'constitutional_amendment',
    ],
    ['a local law of New York City', namedMeasureType(['Introduction'], 'local', ''), 'ordinance'],
    ['a land use application', namedMeasureType(['Land Use Application'], 'local', ''), 'land_use'],
    [
      'a council resolution of Boston',
      namedMeasureType(['Council Legislative Resolution'], 'local', ''),
      'resolution',
    ],
    ['an order of a council', namedMeasureType(['Council Order'], 'local', ''), 'other'],
    ['a proclamation', namedMeasureType(['Proclamation'], 'local', ''), 'proclamation'],
    ['a joint resolution in LegiScan', legiScanMeasureType('JR', ''), 'joint_resolution'],
    ['a constitutional amendment in LegiScan', legiScanMeasureType('JRCA', ''), 'constitutional_amendment'],
    ['an executive order in LegiScan', legiScanMeasureType('EO', ''), 'other'],
  ])('%s, from the field of the source', (_name, type, expected) => {
    expect(type).toBe(expected)
  })

  test.each<[string, string, MeasureType]>([
    ['us/119/hr/1', 'H.R. 1', 'bill'],
    ['us/119/sres/1', 'S.Res. 1', 'resolution'],
    ['us/119/hconres/1', 'H.Con.Res. 1', 'concurrent_resolution'],
    ['us/119/hjres/1', 'H.J.Res. 1', 'joint_resolution'],
    ['ca/20252026/aca1', 'ACA 1', 'constitutional_amendment'],
    ['ca/20252026/ab1', 'AB 1', 'bill'],
    ['ca/20252026/acr1', 'ACR 1', 'concurrent_resolution'],
    ['wa/2025-2026/hjm4000', 'HJM 4000', 'concurrent_resolution'],
    ['tx/89/hjr1', 'HJR 1', 'joint_resolution'],
    ['ne/109/lr5ca', 'LR 5CA', 'constitutional_amendment'],
    ['ne/109/lr5', 'LR 5', 'resolution'],
    ['mn/94/hf1', 'HF 1', 'bill'],
    ['nyc/2026/int1', 'Int 1-2026', 'ordinance'],
    ['nyc/2026/res1', 'Res 1-2026', 'resolution'],
    ['nyc/2026/lu1', 'LU 1-2026', 'land_use'],
    ['nyc/2026/m1', 'M 1-2026', 'other'],
    ['chicago/o2026-1', 'O2026-1', 'ordinance'],
    ['chicago/so2026-1', 'SO2026-1', 'ordinance'],
    ['chicago/r2026-1', 'R2026-1', 'resolution'],
    ['chicago/or2026-1', 'Or2026-1', 'other'],
    ['chicago/a2026-1', 'A2026-1', 'appointment'],
    ['somerville/26-1', '26-1', 'other'],
  ])('%s, from its number', (source_id, bill_code, expected) => {
    const [place = ''] = source_id.split('/')
    const government_level =
      place === 'us' ? 'federal' : /^(nyc|chicago|somerville)$/.test(place) ? 'local' : 'state'
    expect(measureTypeOf({ source_id, bill_code, title: 'Lanterns', government_level })).toBe(expected)
  })
})

// covers HURD-PROGRESS-01
test('a title of any length is read at once', () => {
  const title = 'A resolution that proposes to amend a section '.repeat(3000)
  expect(namedMeasureType(['resolution'], 'state', title)).toBe('resolution')
})
