import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { coveredBy, measureCoverage, readRequirements } from './requirements.ts'

const tsv = 'id\tarea\tkind\nACC-1\tlogin\tui\nACC-2\tlogin\tui\nCIV-1\tfeed\tui\n'

test('ids of all `covers` lines count once, wherever the line is', () => {
  const named = coveredBy('// covers ACC-1 CIV-1\ntest()\n  // covers ACC-1\n// it covers ACC-2\n')
  expect(named).toEqual(['ACC-1', 'CIV-1', 'ACC-1'])
  expect(measureCoverage(readRequirements(tsv), named)).toEqual({
    coverage: [
      { area: 'login', total: 2, covered: 1, missing: ['ACC-2'] },
      { area: 'feed', total: 1, covered: 1, missing: [] },
    ],
    unknown: [],
    repeated: [],
  })
})

test('an id that is not a requirement is reported', () => {
  expect(measureCoverage(readRequirements(tsv), ['ACC-9']).unknown).toEqual(['ACC-9'])
})

test('an id of two rows is reported', () => {
  expect(measureCoverage(readRequirements(`${tsv}ACC-1\tfeed\tui\n`), []).repeated).toEqual(['ACC-1'])
})

// The number of a ruling ("see R1") means nothing to a reader who has no list of rulings.
test('every requirement can be understood without another document', () => {
  const file = fileURLToPath(new URL('../../docs/requirements.tsv', import.meta.url))
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(rows.length).toBeGreaterThan(1000)
  expect(rows.filter((row) => /\bR\d{1,3}\b|\brulings?\b/i.test(row))).toEqual([])
})
