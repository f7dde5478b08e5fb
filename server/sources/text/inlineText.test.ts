import { describe, expect, test } from 'vitest'
import { wordsIn } from '#server/legislation/texts/comparison/words.ts'
import { parseXml } from '#server/sources/xmlTree.ts'
import { readBillText } from './billText.ts'
import { htmlToText } from './htmlText.ts'
import { versionFromPage } from './openstatesVersions.ts'
import { readXmlSections } from './xmlSections.ts'

function bill(body: string): string {
  return `<bill bill-stage="Introduced-in-House"><metadata><dublinCore>
    <dc:title>119 HR 9917 IH: Lantern Act</dc:title><dc:date>2026-03-01</dc:date></dublinCore></metadata>
    <form><congress>119th CONGRESS</congress><legis-num>H. R. 9917</legis-num><official-title>To light lanterns.</official-title></form>
    <legis-body><section><enum>2.</enum><header>Lamps</header>${body}</section></legis-body></bill>`
}

/** Returns the paragraphs of a section, the full text without the title, and the HTML of a bill. */
function read(body: string) {
  const xml = bill(body)
  const { text } = readBillText(xml).version
  const blocks = readXmlSections(parseXml(xml)).sections?.[0]?.blocks ?? []
  return {
    blocks: blocks.map((block) => block.text),
    full: (text?.full_text ?? '').replace(/^To light lanterns\.\s+2\. Lamps\s*/, ''),
    html: text?.formatted_text ?? '',
  }
}

function readQuoted(inside: string) {
  return read(
    `<text>The table of contents is amended by inserting the following:</text><quoted-block>${inside}<after-quoted-block>.</after-quoted-block></quoted-block>`,
  )
}

describe('markup inside a line of a bill', () => {
  // covers HURD-TEXT-05
  test.each([
    [
      'a power',
      '10<superscript>25</superscript> operations',
      '10²⁵ operations',
      '10<sup>25</sup> operations',
    ],
    ['a chemical formula', 'H<subscript>2</subscript>O', 'H₂O', 'H<sub>2</sub>O'],
    ['an exponent of other letters', 'x<superscript>ab</superscript>', 'x^(ab)', 'x<sup>ab</sup>'],
    ['an index of other letters', 'P<sub>AV</sub>', 'P_(AV)', 'P<sub>AV</sub>'],
    ['a negative power', '10<sup>−3</sup> m', '10⁻³ m', '10<sup>−3</sup> m'],
    ['an ordinal number', 'the 1<superscript>st</superscript> day', 'the 1st day', 'the 1<sup>st</sup> day'],
    ['a fraction', '1<fraction>1/2</fraction> days', '1 1/2 days', '1 1/2 days'],
    ['a fraction alone', '<fraction>3/4</fraction> inch', '3/4 inch', '3/4 inch'],
    [
      'a fraction in parts',
      '2<fraction><numerator>1</numerator><denominator>3</denominator></fraction> inches',
      '2 1/3 inches',
      '2 1/3 inches',
    ],
    ['small capitals', '<inline class="smallCaps">Lamp</inline>s burn', 'Lamps burn', 'Lamps burn'],
    [
      'emphasis',
      'a <italic>large</italic> <bold>lamp</bold>',
      'a large lamp',
      'a <em>large</em> <strong>lamp</strong>',
    ],
    [
      'a defined term',
      'The term <term>lamp</term>, or <quote>light</quote>',
      'The term lamp, or “light”',
      'The term lamp, or “light”',
    ],
    ['a line break', 'old<linebreak/>lamps', 'old lamps', 'old<br />lamps'],
    ['a page break', 'old<pagebreak></pagebreak>lamps', 'old lamps', 'old lamps'],
    [
      'a footnote',
      'Lamps<footnote-ref>1</footnote-ref> burn.<footnote><text>So in law.</text></footnote>',
      'Lamps¹ burn. [Footnote: So in law.]',
      'Lamps<sup>1</sup> burn. [Footnote: So in law.]',
    ],
    ['a picture', 'as follows: <graphic/>', 'as follows: [Graphic]', 'as follows: [Graphic]'],
  ])('%s keeps its meaning in the section, the full text and the HTML', (_name, xml, plain, html) => {
    const text = read(`<text>${xml}</text>`)
    expect(text.blocks).toEqual([plain])
    expect(text.full).toBe(plain)
    expect(text.html.replace(/\s+/g, ' ')).toContain(html)
  })

  // covers HURD-TEXT-05
  test('words of neighboring elements are not joined', () => {
    const table =
      '<table><tgroup><tbody><row><entry>Town</entry><entry>Lamps</entry></row><row><entry>Ada</entry><entry>12</entry></row></tbody></tgroup></table>'
    expect(read(`<text>Lamps</text><text>burn.</text>${table}`).blocks).toEqual([
      'Lamps burn.',
      'Town Lamps',
      'Ada 12',
    ])
    expect(
      htmlToText('<p>10<sup>25</sup> of H<sub>2</sub>O, x<sup>ab</sup>, 1<sup class="o">st</sup></p>'),
    ).toBe('10²⁵ of H₂O, x^(ab), 1st')
    const { text } = versionFromPage('Bill', '<table><tr><td>Town</td><td>10<sup>2</sup></td></tr></table>')
    expect(text?.sections?.[0]?.blocks.map((block) => block.text)).toEqual(['Town 10²'])
  })

  // covers HURD-TEXT-05
  test('headings have the same markup as the text', () => {
    const xml = `<bill><legis-body><section><enum>1.</enum><header>CO<subscript>2</subscript> of<linebreak/>the <quote>large</quote> lamp</header><text>Lamps.</text></section></legis-body></bill>`
    expect(readXmlSections(parseXml(xml)).sections?.[0]?.title).toBe('CO₂ of the “large” lamp')
  })

  // covers BEY-TEXT-08
  test('a power is other words than the number with the same digits', () => {
    expect(wordsIn('10²⁵ and 1½, 1 1/2')).toEqual(['10', '25', 'and', '1', '1', '2', '1', '1', '2'])
    expect(wordsIn('10²⁵')).not.toEqual(wordsIn('1025'))
  })
})

describe('law that a bill quotes', () => {
  // covers BEY-TEXT-05 HURD-TEXT-06
  test('the entries that a bill inserts into another table of contents are its text', () => {
    const { blocks, full, html } = readQuoted(
      '<toc><toc-entry level="section">Sec. 5A. Lantern inspection.</toc-entry><toc-entry level="section">Sec. 5B. Oil</toc-entry></toc>',
    )
    const paragraphs = [
      'The table of contents is amended by inserting the following:',
      'Sec. 5A. Lantern inspection.',
      'Sec. 5B. Oil.',
    ]
    expect(blocks).toEqual(paragraphs)
    expect(full.split('\n')).toEqual(paragraphs)
    expect(html).toContain('<div>Sec. 5B. Oil.</div></blockquote>')
  })

  // covers HURD-TEXT-06
  test.each([
    [
      'a footnote',
      '<paragraph><enum>(1)</enum><text>Oil<footnote><text>Of fish</text></footnote></text></paragraph>',
      '(1) Oil [Footnote: Of fish].',
    ],
    ['a picture', '<paragraph><text>Sign: <graphic alt="A lamp"/></text></paragraph>', 'Sign: [A lamp].'],
    ['a page of a form', '<page>Form 7: Lamps</page>', 'Form 7: Lamps.'],
    [
      'no number of a page of the statutes',
      '<paragraph><text>Oil</text></paragraph><page>139 STAT. 55</page>',
      'Oil.',
    ],
  ])('quoted law has %s', (_name, inside, expected) => {
    expect(readQuoted(inside).blocks.slice(1)).toEqual([expected])
    expect(readQuoted(inside).full.split('\n').slice(1)).toEqual([expected])
  })

  // covers HURD-TEXT-06
  test('what follows quoted law joins its last paragraph, and the table of contents of the bill itself is no text', () => {
    const { blocks } = read(
      '<subsection><enum>(a)</enum><text>Insert:</text><quoted-block><paragraph><enum>(3)</enum><text>Oil.</text></paragraph><after-quoted-block>; and</after-quoted-block></quoted-block></subsection><toc><toc-entry>Sec. 1. Lamps.</toc-entry></toc>',
    )
    expect(blocks).toEqual(['(a) Insert:', '(3) Oil.; and'])
  })
})
