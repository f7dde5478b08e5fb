import { describe, expect, test } from 'vitest'
import { wordsIn } from '#server/legislation/texts/comparison/words.ts'
import { withoutPageLayout } from './pageLayout.ts'
import { readPlainText } from './plainSections.ts'

const bill = [
  'Sec. 1. LAMPS',
  '(a) Each town with more than 1,000 residents shall keep at least three lamps lit from dusk to dawn in the months of November through March.',
  '(b) The lamplighter reports to the select board not later than January 15,',
  '2027 and every second year after that, on long-term costs and on well-kept records of the lighthouse.',
  '1. The report lists each lamp.',
  '2. The report lists each lamplighter.',
  '3. The report lists each lighthouse.',
  'Sec. 2. APPROPRIATION',
  'The sum of $25,000.00 is appropriated in fiscal year',
  '2028 to the Department of Public Service under section',
  '12 of this act, to be spent in part on the long-term repair of the towers.',
]

type Layout = {
  width: number
  perPage: number
  header?: (page: number, pages: number) => string[]
  footer?: string[]
  isNumbered?: boolean
  pageBreak?: string
}

/** Prints paragraphs on pages. Words that do not fit on a line are divided if `-` can end the line. */
function print(paragraphs: readonly string[], layout: Layout): string {
  const lines = paragraphs.flatMap((paragraph) => {
    const wrapped: string[] = []
    for (const word of paragraph.split(' ')) {
      const last = wrapped.at(-1)
      if (last === undefined || last.length + word.length + 1 > layout.width) wrapped.push(word)
      else wrapped[wrapped.length - 1] = `${last} ${word}`
    }
    return wrapped
  })
  const pages = Array.from({ length: Math.ceil(lines.length / layout.perPage) }, (_page, index) =>
    lines.slice(index * layout.perPage, (index + 1) * layout.perPage),
  )
  return pages
    .map((page, index) =>
      [
        ...(layout.header?.(index + 1, pages.length) ?? []),
        ...page.map((line, at) => (layout.isNumbered ? `${at + 1}  ${line}` : line)),
        ...(layout.footer ?? []),
      ].join('\n'),
    )
    .join(layout.pageBreak ?? '\n\n')
}

const wordsOf = (text: string) =>
  readPlainText(text)
    .sections.flatMap(({ blocks }) => blocks)
    .flatMap((block) => wordsIn(block.text))
const expected = bill.flatMap(wordsIn)

const vermont = (printing: string) => (page: number, pages: number) => [
  `${printing} H.9914`,
  `2026 Page ${page} of ${pages}`,
]

describe('a text that was extracted from printed pages', () => {
  // covers BEY-TEXT-08 BEY-TEXT-15 HURD-TEXT-03
  test.each<[string, Layout]>([
    [
      'numbered lines and headers of the first printing',
      {
        width: 60,
        perPage: 5,
        isNumbered: true,
        header: vermont('BILL AS INTRODUCED'),
        footer: ['VT LEG #380001 v.1'],
      },
    ],
    [
      'numbered lines and headers of the next printing',
      {
        width: 60,
        perPage: 3,
        isNumbered: true,
        header: vermont('AS PASSED BY HOUSE'),
        footer: ['VT LEG #390001 v.2'],
      },
    ],
    [
      'one long page with a number',
      { width: 90, perPage: 99, isNumbered: true, header: vermont('AS PASSED BY BOTH HOUSES') },
    ],
    [
      'a header above unnumbered lines',
      {
        width: 70,
        perPage: 6,
        header: (page, pages) => [`No. 14 Page ${page} of ${pages}`, '2026'],
        footer: ['VT LEG #390001 v.2'],
      },
    ],
    ['page numbers alone', { width: 40, perPage: 8, header: (page) => [`${page}`] }],
    ['page numbers between dashes', { width: 50, perPage: 7, header: (page) => [`- ${page} -`] }],
    [
      'a draft number below numbered lines',
      { width: 55, perPage: 6, isNumbered: true, footer: ["CRM H05573'25 (H-1) u903js"] },
    ],
    [
      'form feeds and a repeated title',
      { width: 66, perPage: 6, pageBreak: '\n\f', header: () => ['House Bill No. 14'] },
    ],
    [
      'form feeds and footers alone',
      { width: 47, perPage: 9, pageBreak: '\f', footer: ['Legislative Reference Office'] },
    ],
  ])('has the words of the bill and nothing else, printed with %s', (_name, layout) => {
    expect(wordsOf(print(bill, layout)).join(' ')).toBe(expected.join(' '))
    expect(wordsIn(readPlainText(print(bill, layout)).full_text).join(' ')).toBe(expected.join(' '))
  })

  // covers HURD-TEXT-03
  test('a text of seven numbered lines on two pages has neither numbers nor headers', () => {
    const lines = [
      'H.9914',
      'An act relating to lamps',
      'Sec. 1. LAMPS',
      '(a) Each town shall keep',
      'three lamps lit',
      'from dusk',
      'to dawn.',
    ]
    const page = (from: number, to: number) =>
      lines.slice(from, to).map((line, index) => `${index + 1} ${line}`)
    const printed = (header: string, at: number) =>
      [
        header,
        '2026 Page 1 of 2',
        ...page(0, at),
        'VT LEG #1 v.1',
        '',
        header,
        '2026 Page 2 of 2',
        ...page(at, 7),
        'VT LEG #1 v.1',
      ].join('\n')
    for (const text of [printed('BILL AS INTRODUCED H.9914', 5), printed('AS PASSED BY HOUSE H.9914', 3)]) {
      expect(withoutPageLayout(text)).toBe(lines.join('\n'))
    }
  })

  // covers HURD-TEXT-03
  test('hyphens that only divide words at the ends of lines are removed, and those of compound words are kept', () => {
    expect(
      firstParagraph(
        'The infra-\nstructure of a well-\nkept right-\nof-way, sections 15-\n1648 and non-\nFederal land',
      ),
    ).toBe('The infrastructure of a well-kept right-of-way, sections 15-1648 and non-Federal land')
    expect(
      firstParagraph('Volunteer-led towns and volunteer-\nled cities in short-\nand long-term plans'),
    ).toBe('Volunteer-led towns and volunteer-led cities in short- and long-term plans')
  })

  // covers HURD-TEXT-04
  test('no word is lost, whatever number begins a line', () => {
    const next = seeded(11)
    const starts = [
      '1.',
      '2.',
      '3.',
      '2026',
      '2027',
      '12',
      '15-1648',
      '(4)',
      '§ 7',
      '1',
      '2',
      '101',
      'Page',
      'No. 5',
      'HB 1234',
      '$5,000',
      'SEC. 3.',
    ]
    const words = ['the', 'Lamp', 'shall', 'not', 'town', 'and', 'board', 'of', 'LIGHT']
    const pick = (list: readonly string[]) => list[next(list.length)] ?? ''
    for (let round = 0; round < 500; round += 1) {
      const lines = Array.from({ length: 3 + next(30) }, (_line, index) => {
        const rest = Array.from({ length: 2 + next(8) }, () => pick(words))
        // The last word makes every line different, as the lines of a bill are.
        return [...(next(3) === 0 ? [pick(starts)] : []), ...rest, `w${letters(round * 40 + index)}`].join(
          ' ',
        )
      })
      const text = lines.join('\n')
      expect(wordsIn(withoutPageLayout(text)).join(' '), text).toBe(wordsIn(text).join(' '))
      const paged = print(lines, {
        width: 500,
        perPage: 4 + next(9),
        isNumbered: true,
        header: vermont('BILL AS INTRODUCED'),
        footer: ['VT LEG #380001 v.1'],
      })
      expect(wordsIn(withoutPageLayout(paged)).join(' '), paged).toBe(wordsIn(text).join(' '))
    }
  })

  test('a list whose numbers have no points keeps them between other lines', () => {
    const text =
      'The fees are:\n1 lamp\n2 lamps\n3 lamps\nThe town pays.\nThe clerk counts them.\nThe board meets.'
    expect(withoutPageLayout(text)).toBe(text)
  })
})

function firstParagraph(text: string): string | undefined {
  return readPlainText(text).sections[0]?.blocks[0]?.text
}

function letters(number: number): string {
  return number.toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
}

/** Returns pseudorandom numbers that are the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
