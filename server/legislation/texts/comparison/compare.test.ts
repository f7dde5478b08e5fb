import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  applyRuns,
  sectionText,
  wholeTextKey,
  type TextBlock,
  type VersionSection,
} from '#contract/bills/versions.ts'
import { compareTexts } from './compare.ts'
import { diffRuns } from './diffRuns.ts'
import { kindOf } from './versionKind.ts'
import { wordsIn } from './words.ts'

function section(number: string, title: string, ...paragraphs: string[]): VersionSection {
  const blocks = paragraphs.map((text): TextBlock => ({ mark: 'plain', text }))
  return { key: number, path: [], number, title, blocks }
}

const grants = section(
  '2',
  'Grants',
  '(a) In general.—The Director shall award grants of not more than $40,000 to ferry towns.',
  '(b) Use.—A grant may be used to repair piers and to test the water.',
)
const report = section(
  '3',
  'Report',
  'Not later than 1 year after the date of enactment, the Director shall report.',
)

function amendedLaw(struck: string): VersionSection {
  return {
    ...section('1', ''),
    blocks: [
      { mark: 'plain', text: 'A pupil ' },
      { mark: 'struck_law', text: struck, continues: true },
      { mark: 'added_law', text: 'shall', continues: true },
      { mark: 'plain', text: ' eat lunch at school on every day of class.', continues: true },
    ],
  }
}

function wholeText(...paragraphs: string[]): VersionSection {
  return { ...section('', '', ...paragraphs), key: wholeTextKey }
}

function withText(text: string): VersionSection[] {
  return [section('2', 'Grants', text)]
}

function shortTitle(year: number): VersionSection {
  return section('1', 'Short title', `This Act may be cited as the Ferry Act of ${year}.`)
}

function kindBetween(older: VersionSection[], newer: VersionSection[], format: 'xml' | 'html' = 'xml') {
  return kindOf(compareTexts(older, newer, { withRuns: false }), 'xml', format)
}

function reworded(older: VersionSection, from: string, to: string): VersionSection {
  return {
    ...older,
    blocks: older.blocks.map((block) => ({ ...block, text: block.text.replace(from, to) })),
  }
}

describe('two versions of a bill', () => {
  // covers BEY-TEXT-08
  test('different numbering, capitals, quotes, dashes, list letters and thousands separators do not count as changes', () => {
    const other = section(
      '2',
      'GRANTS',
      '(1) In general - the director shall award grants of not more than $40000 to ferry  towns.',
      '(2) Use: a grant may be used to repair piers and to test the water.',
    )
    const { summary, sections } = compareTexts([grants], [other])
    expect(summary).toMatchObject({ sections_changed: 0, words_changed: 0, operative_terms_changed: false })
    expect(sections).toMatchObject([{ state: 'unchanged', runs: null, old: null, new: null }])
    expect(wordsIn('the “Act’s” 5% (iv) of 1,234.5')).toEqual(['the', 'acts', '5%', 'of', '1234.5'])
  })

  test('a section with the same words under another number is moved, even if a new section has its old number', () => {
    const { summary, sections } = compareTexts(
      [grants, report],
      [
        section('2', 'Purpose', 'Ferries carry people where no bridge stands.'),
        { ...grants, key: '3', number: '3' },
      ],
    )
    expect(summary).toMatchObject({
      sections_moved: 1,
      sections_added: 1,
      sections_removed: 1,
      sections_changed: 0,
    })
    expect(sections.map(({ state, key, from_key }) => [state, key, from_key])).toEqual([
      ['added', '2', null],
      ['moved', '3', '2'],
      ['removed', '3', null],
    ])
  })

  // covers BEY-TEXT-09
  test('the runs of a changed section turn its older text into the newer one, and name only what changed', () => {
    const changed = section(
      '2',
      'Grants',
      grants.blocks[0]!.text.replace('$40,000', '$75,000'),
      grants.blocks[1]!.text,
    )
    const [compared] = compareTexts([grants], [changed]).sections
    expect(compared).toMatchObject({ state: 'changed', operative_terms_changed: true })
    expect(applyRuns(compared?.runs ?? [], sectionText(grants))).toBe(sectionText(changed))
    expect(compared?.runs?.filter(({ op }) => op !== '=')).toEqual([
      { op: '-', text: '$40,000' },
      { op: '+', text: '$75,000' },
    ])
  })

  test('the runs of randomly edited texts turn the older text into the newer one', () => {
    const next = seeded(7)
    const words = [
      'the',
      'Director',
      'shall',
      'not',
      '5',
      '$1,000',
      '\n',
      'a',
      '(b)',
      '“pier”',
      'é',
      ' ',
      '.',
    ]
    const word = () => words[next(words.length)] ?? ''
    for (let round = 0; round < 1_000; round += 1) {
      const older = Array.from({ length: next(80) }, word)
      const newer = [...older]
      for (let edits = next(8); edits >= 0; edits -= 1) {
        if (next(2) === 0) newer.splice(next(newer.length + 1), next(3))
        else newer.splice(next(newer.length + 1), 0, word())
      }
      const [a, b] = [older.join(' '), newer.join(' ')]
      const runs = diffRuns(a, b, Infinity)
      expect(applyRuns(runs, a), JSON.stringify([a, b])).toBe(b)
    }
  })

  // covers BEY-TEXT-12
  test('a comparison that runs out of time is still exact, and says that it is not complete', () => {
    const texts = [3, 5].map((seed) => {
      const next = seeded(seed)
      return Array.from({ length: 600 }, () => `w${next(40)}`).join(' ')
    })
    const [a = '', b = ''] = texts
    expect(applyRuns(diffRuns(a, b, 0), a)).toBe(b)
    const { is_truncated, sections } = compareTexts([section('1', 'A', a)], [section('1', 'A', b)], {
      budget: -1,
    })
    expect(is_truncated).toBe(true)
    expect(sections[0]).toMatchObject({ state: 'changed', runs: null, old: `A\n${a}`, new: `A\n${b}` })
  })

  // covers BEY-TEXT-04
  test('words that the bill strikes from existing law stay marked', () => {
    const [compared] = compareTexts([amendedLaw('may ')], [amendedLaw('may not ')]).sections
    expect(compared?.runs).toEqual([
      { op: '=', text: 'A pupil ' },
      { op: '=', text: 'may ', mark: 'struck_law' },
      { op: '+', text: 'not ', mark: 'struck_law' },
      { op: '=', text: 'shall', mark: 'added_law' },
      { op: '=', text: ' eat lunch at school on every day of class.' },
    ])
  })

  // covers BEY-TEXT-21
  test('texts without sections are compared by paragraph, however different they are', () => {
    const { sections } = compareTexts(
      [wholeText('Bees are free.')],
      [wholeText('Ferries run at night.', 'Bees are free.')],
    )
    expect(sections).toMatchObject([{ state: 'changed' }])
    const [first] = compareTexts([wholeText('One.')], [wholeText('Two three four.')]).sections
    expect(first?.state).toBe('changed')
  })
})

describe('the kind of a new version', () => {
  const words =
    'The Director may award grants to towns that run ferries at night in each of the winter months'

  // covers BEY-VERSION-03 BEY-VERSION-06
  test.each([
    ['the same words is unchanged', words, 'unchanged'],
    ['one other word is minor', words.replace('winter', 'wintry'), 'minor'],
    ['five more words is minor', `${words} one two three four five`, 'minor'],
    ['six more words is material', `${words} one two three four five six`, 'material'],
    ['another binding word is material', words.replace('may', 'shall'), 'material'],
    ['one more number is material', `${words} 2031`, 'material'],
  ])('a version with %s', (_name, newer, kind) => {
    expect(kindBetween(withText(words), withText(newer))).toBe(kind)
  })

  // covers BEY-VERSION-04
  test.each([
    ['another apostrophe', words.replace('winter', 'winter’s'), words.replace('winter', 'winter´s')],
    ['a prime as apostrophe', words.replace('winter', "winter's"), words.replace('winter', 'winter′s')],
    ['spaces between thousands', `${words} $1,500,000`, `${words} $1\u202f500\u202f000`],
    ['a space after the dollar sign', `${words} $1,500`, `${words} $ 1,500`],
    ['a space before the percent sign', `${words} 3.5%`, `${words} 3.5\u00a0%`],
  ])('a version with %s is unchanged', (_name, older, newer) => {
    expect(kindBetween(withText(older), withText(newer))).toBe('unchanged')
  })

  // covers BEY-VERSION-05
  test.each([
    'SHORT TITLE.',
    'Short title; table of contents.',
    'Table of contents and short title',
    'Short Title.—',
  ])('a new section with the title %s is unchanged', (title) => {
    expect(kindBetween([grants], [section('0', title, 'Cited as the Ferry Act of 2027.'), grants])).toBe(
      'unchanged',
    )
  })

  // covers BEY-VERSION-05
  test('a new section is a material change, and a new short title is not', () => {
    expect(kindBetween([grants], [grants, report])).toBe('material')
    expect(kindBetween([shortTitle(2025), grants], [shortTitle(2026), grants])).toBe('unchanged')
  })

  test('texts of different formats can only be called unchanged', () => {
    expect(kindBetween(withText(words), withText(words), 'html')).toBe('unchanged')
    expect(kindBetween(withText(words), withText(`${words} 2031`), 'html')).toBe('unknown')
  })
})

describe('the kind of a new version and the counts that it stores', () => {
  const fees = section('4', 'Fees', 'A town that receives a grant collects no fee from walkers.')

  // covers BEY-VERSION-02
  test.each([
    {
      name: 'another year in the short title and other capitals',
      newer: [shortTitle(2027), { ...grants, title: 'GRANTS' }, report],
      kind: 'unchanged',
      counts: [2, 0, 0, 0, 0, false],
    },
    {
      name: 'one other word',
      newer: [shortTitle(2026), reworded(grants, 'repair', 'paint'), report],
      kind: 'minor',
      counts: [2, 1, 0, 0, 1, false],
    },
    {
      name: 'six other words in two sections',
      newer: [
        shortTitle(2026),
        reworded(grants, 'repair piers', 'paint old docks'),
        reworded(report, 'shall report', 'shall report on it first'),
      ],
      kind: 'material',
      counts: [2, 2, 0, 0, 6, false],
    },
    {
      name: 'may instead of shall',
      newer: [shortTitle(2026), reworded(grants, 'shall award', 'may award'), report],
      kind: 'material',
      counts: [2, 1, 0, 0, 1, true],
    },
    {
      name: 'another deadline',
      newer: [shortTitle(2026), grants, reworded(report, '1 year', '90 days')],
      kind: 'material',
      counts: [2, 1, 0, 0, 2, true],
    },
    {
      name: 'a section more, which moves another one',
      newer: [
        shortTitle(2026),
        grants,
        { ...fees, key: '3', number: '3' },
        { ...report, key: '4', number: '4' },
      ],
      kind: 'material',
      counts: [3, 0, 1, 0, 0, false],
    },
    {
      name: 'a section less and one other word',
      newer: [shortTitle(2026), reworded(grants, 'repair', 'paint')],
      kind: 'material',
      counts: [1, 1, 0, 1, 1, false],
    },
  ])('$name: $kind', ({ newer, kind, counts }) => {
    const comparison = compareTexts([shortTitle(2026), grants, report], newer, { withRuns: false })
    expect(kindOf(comparison, 'xml', 'xml')).toBe(kind)
    const { substance } = comparison
    expect([
      substance.sections,
      substance.sections_changed,
      substance.sections_added,
      substance.sections_removed,
      substance.words_changed,
      substance.operative_terms_changed,
    ]).toEqual(counts)
  })
})

/** Returns pseudorandom numbers that are the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const golden = resolve(import.meta.dirname, '../../../../../shared/spec/golden/opinion/versions.json')
type GoldenSection = { number: string; title: string; content: string }
type Golden = {
  cases: (Record<
    'sections' | 'sections_changed' | 'sections_added' | 'sections_removed' | 'words_changed',
    number
  > & {
    name: string
    kind: string
    operative_terms_changed: boolean
    old_sections: GoldenSection[]
    new_sections: GoldenSection[]
  })[]
}

const read = (sections: GoldenSection[]) =>
  sections.map(({ number, title, content }) => section(number, title, content))

// covers BEY-VERSION-02 BEY-VERSION-04 BEY-VERSION-05
test.skipIf(!existsSync(golden))(
  'the published pairs have their kinds and counts (skipped without them)',
  () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file has this form
    const { cases } = JSON.parse(readFileSync(golden, 'utf8')) as Golden
    for (const { name, kind, old_sections, new_sections, ...counts } of cases) {
      const comparison = compareTexts(read(old_sections), read(new_sections), { withRuns: false })
      expect([name, kindOf(comparison, 'xml', 'xml')]).toEqual([name, kind])
      const { sections, words_changed, operative_terms_changed } = counts
      const { sections_changed, sections_added, sections_removed } = counts
      expect([name, comparison.substance]).toMatchObject([
        name,
        {
          sections,
          words_changed,
          operative_terms_changed,
          sections_changed,
          sections_added,
          sections_removed,
        },
      ])
    }
  },
)
