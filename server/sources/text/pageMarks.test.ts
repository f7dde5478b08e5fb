import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { realRecords } from '#server/testing/realRecords.ts'
import { versionFromPage } from './openstatesVersions.ts'
import { sanitizeBillHtml } from './sanitize.ts'

const states = realRecords('versions/state')
const sheet = (rules: string, body: string) =>
  `<html><head><style>${rules}</style></head><body>${body}</body></html>`

/** Returns the words of a page's sections with the marks of a reader: ~~struck~~ and *new*. */
function readAloud(page: string): string {
  const { text } = versionFromPage('Introduced', page)
  const written = { plain: '', quoted: '', struck_law: '~~', added_law: '*' }
  return (text?.sections ?? [])
    .flatMap(({ blocks }) => blocks)
    .map(({ mark, text: words, continues }) => {
      const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/.exec(words) ?? []
      return `${continues ? '' : '\n'}${before}${written[mark]}${inner}${written[mark]}${after}`
    })
    .join('')
    .trim()
}

const changed = 'A city may <span class="k7">not</span> <span class="q2">always</span> tax lamps.'

describe('the words that a page shows as struck and new', () => {
  // covers BEY-TEXT-04 HURD-TEXT-01
  test.each([
    ['of a class', '.k7{text-decoration:line-through}.q2{text-decoration:underline}', changed],
    [
      'of a class of one element, in an old comment',
      '<!-- span.k7\n\t{color:red;\n\ttext-decoration:line-through;}\nspan.q2 {text-decoration: underline} -->',
      changed,
    ],
    [
      'in capitals, as Arizona prints them, where headings are underlined',
      'span.k7{text-decoration:line-through}span.q2{text-transform:uppercase}span.h{text-decoration:underline}',
      changed,
    ],
    [
      'in bold beside struck words, as Michigan prints them',
      'span.k7{text-decoration:line-through}span.q2{font-weight:bold;text-decoration:none}',
      changed,
    ],
    [
      'by the long name of the property, for several selectors at once',
      '.x, div .k7 {text-decoration-line: line-through} #law > .q2 {text-decoration: underline dotted red}',
      `<div id="law">${changed}</div>`,
    ],
    [
      'of a class that a more important rule decides',
      '.k7{text-decoration:line-through !important}span.k7{text-decoration:none}p .q2{text-decoration:underline}.q2{text-decoration:none}',
      `<p>${changed}</p>`,
    ],
    [
      'by the style of the element',
      '',
      'A city may <span style="color:red;text-decoration: line-through">not</span> <font style="text-decoration-line:underline">always</font> tax lamps.',
    ],
    [
      'in everything inside a class',
      '.k7 *{text-decoration:line-through}.q2 *{text-decoration:underline}',
      'A city may <span class=k7><i>not</i></span> <span class=q2><i>always</i></span> tax lamps.',
    ],
    ['by tags', '', 'A city may <strike>not</strike> <ins>always</ins> tax lamps.'],
    [
      'around other emphasis',
      '.k7{text-decoration:line-through}.q2{text-decoration:underline}',
      'A city may <span class=k7><b>no</b>t</span> <i class=q2><span style="text-decoration:none">always</span></i> tax lamps.',
    ],
  ])('stay marked if they are marked %s', (_name, rules, body) => {
    expect(readAloud(sheet(rules, body))).toBe('A city may ~~not~~ *always* tax lamps.')
  })

  // covers HURD-TEXT-01
  test('stay marked on a page of Arizona that was stored without its style sheet, without the words that it hides', () => {
    const page =
      '<p>Section 1. Section 1-101 is amended to read:</p><p><span style="display:none">START_STATUTE</span>1-101. Lamps</p><p>A. A city may <span class=O>not</span> <span class=UP>always</span> tax lamps.</p>'
    expect(readAloud(page)).toBe(
      'Section 1-101 is amended to read:\n1-101. Lamps\nA. A city may ~~not~~ *always* tax lamps.',
    )
  })

  // covers HURD-TEXT-01
  test.each([
    [
      'a class that only sounds like a mark',
      '.deleted,.O{color:red}',
      'A <span class="deleted">b</span> <span class=O>c</span>',
    ],
    [
      'a decoration that is turned off',
      '',
      'A <u style="text-decoration:none">b</u> <s style="text-decoration:none">c</s>',
    ],
    [
      'the underline of a link',
      'a.l{text-decoration:underline}',
      'A <a class="l" href="https://law.example.org">b</a> c',
    ],
    [
      'a rule for other media',
      '@media print { .p { text-decoration: line-through } }',
      'A <span class=p>b</span> c',
    ],
    ['a heading in bold', '.k{font-weight:bold}', '<span class=k>A</span> b c'],
    ['a heading in capitals', '.k{text-transform:uppercase}', '<span class=k>A</span> b c'],
  ])('are not found in %s', (_name, rules, body) => {
    expect(readAloud(sheet(rules, body))).toBe('A b c')
  })

  // covers HURD-TEXT-01
  test('words of a heading that a style sheet underlines are not new', () => {
    const rules = '.h{text-decoration:underline}.n{color:green}'
    const body = '<p>Sec. 2. <span class=n>1-102.</span> <span class=h>Lanterns; definition</span></p>'
    expect(readAloud(sheet(rules, body))).toBe('1-102. Lanterns; definition')
  })

  // covers HURD-TEXT-02
  test.each([
    ['display', '<span style="display:none">HIDDEN</span>'],
    ['display of a class', '<div class="gone">HIDDEN <b>HIDDEN</b></div>'],
    ['visibility', '<span style="visibility:hidden">HIDDEN</span>'],
    [
      'visibility, except words that are shown again',
      '<span class="veiled">HIDDEN<i style="visibility:visible"></i></span>',
    ],
    ['an attribute', '<p hidden>HIDDEN</p>'],
    ['the hidden text of a word processor', '<span style="mso-hide:all">HIDDEN</span>'],
  ])('a text has no words that its page hides by %s', (_name, hidden) => {
    const rules = '.gone{display:none}.veiled{visibility:hidden}'
    const { text } = versionFromPage('Introduced', sheet(rules, `<p>Lamps ${hidden}are lit.</p>`))
    expect(JSON.stringify(text)).not.toContain('HIDDEN')
    expect(text?.full_text).toMatch(/^Lamps\s+are lit\.$/)
  })

  test('words inside hidden ones are shown if their own style says so', () => {
    expect(
      readAloud(
        '<p>Lamps <span style="visibility:hidden">X<b style="visibility:visible">are</b></span> lit.</p>',
      ),
    ).toBe('Lamps are lit.')
  })

  // covers HURD-TEXT-02
  test.each([
    '<head><title>Bill</title></head><body style="visibility:hidden">',
    '<head><title>Bill</title></head><body style="display:none">',
    '<body style="display:none">',
  ])('a page that a script reveals as a whole keeps its words and paragraphs: %s', (start) => {
    const page = `<html>${start}<p>Lamps are lit.</p><p>Lanterns glow.</p></body></html>`
    expect(readAloud(page)).toBe('Lamps are lit.\nLanterns glow.')
  })

  test('a broken style sheet leaves the words as they are', () => {
    expect(
      readAloud(sheet('.a{text-decoration:line-through .b{{}} p:hover[x]{display:none}', '<p>Lamps</p>')),
    ).toBe('Lamps')
    expect(sanitizeBillHtml('<p class="a"')).toBe('')
  })

  describe.skipIf(!existsSync(states))(
    'real legislatures (skipped when their pages are not available)',
    () => {
      const pages = existsSync(states)
        ? readdirSync(states, { recursive: true, encoding: 'utf8' }).filter((name) =>
            name.endsWith('.htm.gz'),
          )
        : []
      const marksOf = (bill: string) => {
        const name = pages.find((page) => page.startsWith(`${bill}/`)) ?? ''
        const { text } = versionFromPage(
          'Introduced',
          gunzipSync(readFileSync(`${states}/${name}`)).toString(),
        )
        const blocks = (text?.sections ?? []).flatMap((section) => section.blocks)
        const marked = (mark: string) =>
          blocks.filter((block) => block.mark === mark).map((block) => block.text.trim())
        return { struck: marked('struck_law'), added: marked('added_law') }
      }

      // covers BEY-TEXT-04 HURD-TEXT-01
      test.each([
        ['az_HB4165', '2028', '2030'],
        ['mi_HB4522', 'Upon', 'On'],
        ['wa_HB1003', 'one additional day', 'five additional days'],
      ])('struck and new words of %s are marked', (bill, struck, added) => {
        expect(marksOf(bill).struck).toContain(struck)
        expect(marksOf(bill).added).toContain(added)
      })

      // covers HURD-TEXT-02
      test('no text holds what the pages hide', () => {
        for (const name of pages) {
          const { text } = versionFromPage('x', gunzipSync(readFileSync(`${states}/${name}`)).toString())
          expect.soft(JSON.stringify(text), name).not.toMatch(/(START|END)_STATUTE/)
        }
        expect(pages.length).toBeGreaterThan(10)
      })
    },
  )
})
