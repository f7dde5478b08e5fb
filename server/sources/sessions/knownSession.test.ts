import { expect, test } from 'vitest'
import { billCode, stateBillId } from '#server/sources/bills/stateCodes.ts'
import { bundledSessions } from './bundledSessions.ts'
import { knownSession } from './knownSession.ts'

// covers HURD-IDENTITY-08
test.each([
  ['ca', '20252026', ['2025-2026', '2025-2026 Regular Session', '2025–2026', '2025_2026']],
  [
    'ca',
    '20252026 Special Session 1',
    ['2025-2026 1st Extraordinary Session', '2025-2026, Special Session 1'],
  ],
  ['tx', '89R', ['89', '89th', '2025-2026', '89th Legislature', '89th Legislature Regular Session']],
  ['tx', '891', ['89th Legislature 1st Called Session', '2025-2026 1st Special Session']],
  ['tx', '892', ['2025-2026 2nd Called Session', '89th Legislature, 2nd Called Session']],
  ['il', '104th', ['104', '2025-2026', '104th General Assembly']],
  ['az', '57th-1st-regular', ['2025', '57th Legislature 1st Regular Session', '57th - 1st Regular']],
  ['co', '2025B', ['2025 1st Special Session', '2025 First Extraordinary Session']],
  ['co', '2025A', ['2025', '2025 Regular Session']],
  ['ar', '2024F', ['2024 Fiscal Session']],
  ['nj', '222', ['2026-2027', '222nd Legislature']],
  ['ga', '2025_26', ['2025-2026', '2025-26', '2025-2026 Regular Session']],
  ['fl', '2026D', ['2026 Special Session D']],
  ['mi', '2025-2026', ['2025', '2026', '2025-2026 Regular Session']],
  ['or', '2025R1', ['2025', '2025 Regular Session']],
  ['ms', '20251E', ['2025 1st Extraordinary Session', '2025 First Extraordinary Session']],
] as const)('sources name the session %s/%s in several ways', (state, identifier, names) => {
  for (const name of names) expect(knownSession(state, name), name).toBe(identifier)
})

// covers HURD-IDENTITY-08
test('a name that fits no session of the table, or several, stays as it is', () => {
  for (const [state, name] of [
    ['az', '57th'],
    ['nh', '2025-2026'],
    ['fl', '2026G'],
    ['ky', '25RS'],
    ['ca', '20272028'],
    ['tx', 'Regular Session'],
    ['mi', 'unheard of'],
  ] as const) {
    expect(knownSession(state, name)).toBe(name)
  }
})

// covers HURD-IDENTITY-08
test('every session of the table is found by its identifier and by its name', () => {
  const states = bundledSessions().filter(({ place }) => place !== 'us')
  expect(states.length).toBeGreaterThan(900)
  for (const { place, identifier, name } of states) {
    expect([place, knownSession(place, identifier)]).toEqual([place, identifier])
    expect([place, knownSession(place, name)]).toEqual([place, identifier])
  }
})

// covers HURD-IDENTITY-09
test.each([
  ['ca', '20252026 Special Session 1', 'ABX1 1', ['ABX1-1', 'ABX11', 'AB X1 1', 'abx1 01'], 'abx1-1'],
  ['ca', '20252026 Special Session 1', 'ABX1 11', ['ABX1-11', 'ABX111'], 'abx1-11'],
  ['co', '2025B', 'HB25B-1001', ['HB1001', 'HB 1001', 'hb25b-1001'], 'hb25b-1001'],
  ['co', '2026A', 'HB26-1801', ['HB1801', 'HB 26-1801'], 'hb26-1801'],
  ['co', '2025A', 'SB25-001', ['SB1', 'SB001'], 'sb25-001'],
  ['dc', '26', 'B26-0001', ['B 26-0001'], 'b26-0001'],
  ['fl', '2026', 'HB 1325', ['H1325', 'H 1325', 'HB1325'], 'hb1325'],
  ['fl', '2025A', 'SB 2-A', ['SB 2A', 'S2A'], 'sb2a'],
  ['nc', '2025', 'H 5', ['HB 5', 'H0005'], 'hb5'],
  ['ny', '2025-2026', 'A 991', ['A00991', 'A991-B', 'A 991A'], 'a991'],
  ['id', '2025', 'H 123', ['H0123', 'H0123aaS', 'H 123aaS, aaH'], 'h123'],
  ['nh', '2025', 'HB 2', ['HB 2-FN', 'HB2-FN-A-LOCAL'], 'hb2'],
  ['ne', '109', 'LB 1A', ['LB1A'], 'lb1a'],
  ['ct', '2025', 'HB 5001', ['HB-5001', 'HB05001'], 'hb5001'],
  ['wy', '2026', 'HB 1', ['HB0001'], 'hb1'],
  ['la', '2025s1', 'SB 1', ['SB1'], 'sb1'],
  ['vt', '2025-2026', 'H 1', ['H.1', 'H 0001'], 'h1'],
] as const)('in %s, session %s, %s has one id in every spelling', (state, session, code, spellings, id) => {
  for (const spelling of [code, ...spellings]) {
    expect(stateBillId(state, session, spelling).split('/').at(-1), spelling).toBe(id)
  }
  expect(billCode(state, session, code)).toBe(code)
})
