import { expect, test } from 'vitest'
import type { SectionComparison, Run } from '#contract/bills/versions.ts'
import { groupSections, splitIntoRows } from './comparisonRows.ts'

function section(runs: Run[] | null, more: Partial<SectionComparison> = {}): SectionComparison {
  return {
    state: 'changed',
    key: '1',
    from_key: '1',
    number: '1',
    from_number: '1',
    title: '',
    old: null,
    new: null,
    runs,
    operative_terms_changed: false,
    ...more,
  }
}

test('the runs of a section are split into paragraphs so that changed paragraphs are separate from unchanged ones', () => {
  const rows = splitIntoRows(
    section([
      { op: '=', text: 'One.\nTwo ' },
      { op: '-', text: 'may' },
      { op: '+', text: 'shall' },
      { op: '=', text: ' stay.\nThree.\n' },
      { op: '+', text: 'New.\n' },
      { op: '=', text: 'Four.' },
    ]),
  )
  expect(
    rows.map(({ isChanged, runs }) => [isChanged, runs.map(({ op, text }) => op + text).join('')]),
  ).toEqual([
    [false, '=One.\n'],
    [true, '=Two -may+shall= stay.\n'],
    [false, '=Three.\n'],
    [true, '+New.\n'],
    [false, '=Four.'],
  ])
})

test('a section without runs shows both texts, and neighboring sections that did not change form one block', () => {
  expect(splitIntoRows(section(null, { old: 'Old.', new: 'New.' }))).toMatchObject([
    { isChanged: true, runs: [{ op: '-' }, { op: '+' }] },
  ])
  const same = section(null, { state: 'unchanged' })
  expect(
    groupSections([same, { ...same, state: 'moved' }, section([]), same]).map(({ kind }) => kind),
  ).toEqual(['same', 'changed', 'same'])
})
