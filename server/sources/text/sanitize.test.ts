import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import {
  billHtmlAttributes,
  billHtmlLinkAttributes,
  billHtmlSchemes,
  billHtmlTags,
} from '#contract/bills/versions.ts'
import { normalizeCharacters } from '#server/sources/characters.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { htmlToText } from './htmlText.ts'
import { sanitizeBillHtml } from './sanitize.ts'

const nasty = realRecords('nasty/html')

/** Returns everything in the HTML that is not on the allow-list. */
function notOnAllowList(html: string): string[] {
  const violations: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!billHtmlTags.includes(name)) violations.push(`<${name}>`)
      const allowed = new Set([
        ...(billHtmlAttributes[name] ?? []),
        ...(name === 'a' ? Object.keys(billHtmlLinkAttributes) : []),
      ])
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!allowed.has(attribute)) violations.push(`${name} ${attribute}`)
        if (attribute === 'href' && !/^https?:\/\//.test(value)) violations.push(value)
      }
    },
  })
  parser.end(html)
  return violations
}

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" &#106;avascript:alert(1)">a</a>',
  '<a href="java\nscript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="//evil.example">a</a>',
  '<a href="https://ok.example" onclick="x()" style="x" target="_self" rel="opener">a</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<p style="background:url(javascript:alert(1))" class="x" id="y" onclick="z()">p</p>',
  '<base href="https://evil.example"><meta http-equiv=refresh content="0;url=https://evil.example"><link rel=stylesheet href=x>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<table><td background="javascript:alert(1)" colspan="2">t</td></table>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<<p>script>alert(1)<</p>/script>',
  `${'<div>'.repeat(5000)}deep${'</div>'.repeat(5000)}`,
]

describe('the HTML of a bill', () => {
  // covers CIV-FEED-16
  test.each(hostile.map((html) => [html.slice(0, 60), html]))(
    'nothing hostile is left of %s',
    (_name, html) => {
      expect(notOnAllowList(sanitizeBillHtml(html))).toEqual([])
    },
  )

  test('the allow-list contains nothing that runs, loads, requests, frames or styles', () => {
    const never =
      'script style img image input button form iframe object embed link meta base svg math video audio'
    for (const tag of never.split(' ')) expect.soft(billHtmlTags).not.toContain(tag)
    const attributes = Object.values(billHtmlAttributes).flat()
    for (const name of attributes) {
      expect.soft(name).not.toMatch(/^on|^(style|class|id|src|srcset|name|target|action)$/)
    }
    expect(billHtmlSchemes).toEqual(['http', 'https'])
  })

  test('deletions and insertions of an amendment stay visible, however they are marked', () => {
    const marks = '<ins>a</ins><del>b</del><u>c</u><s>d</s><strike>e</strike>'
    const styled =
      '<span style="text-decoration:line-through">f</span><span style="text-decoration: underline;">g</span>'
    expect(sanitizeBillHtml(marks + styled)).toBe(
      '<ins>a</ins><del>b</del><u>c</u><s>d</s><s>e</s><s>f</s><u>g</u>',
    )
  })

  test('a link opens in a new tab without access to its opener, and a link to a relative path is removed', () => {
    expect(sanitizeBillHtml('<a href="https://leg.example/law">law</a> <a href="/laws/5">five</a>')).toBe(
      '<a href="https://leg.example/law" target="_blank" rel="noopener">law</a> <a>five</a>',
    )
  })

  test('a page without words is not a text', () => {
    expect(
      sanitizeBillHtml('<html><head><title>x</title></head><body><div> &nbsp; </div></body></html>'),
    ).toBe('')
  })

  test('a long run of blanks in a document does not slow down the cleaning', () => {
    expect(sanitizeBillHtml(`<p>${'\u00a0&nbsp; '.repeat(20_000)}x</p>`)).toContain('x')
  })

  test('text decoded with the wrong code page is repaired, and correct text is unchanged', () => {
    expect(normalizeCharacters('Â§ 4 â€œfeeâ€\u009d')).toBe('§ 4 “fee”')
    expect(normalizeCharacters('Â and Ã are letters, § 4')).toBe('Â and Ã are letters, § 4')
    expect(htmlToText('<ul><li>one</li><li>two &amp; three</li></ul><script>x</script>')).toBe(
      '- one\n\n- two & three',
    )
  })

  describe.skipIf(!existsSync(nasty))(
    'real legislatures (skipped when their pages are not available)',
    () => {
      test('pages with scripts, handlers, frames and images are reduced to the allow-list and keep their words', () => {
        const pages = readdirSync(nasty).filter((name) => name.endsWith('.gz'))
        for (const name of pages) {
          const clean = sanitizeBillHtml(gunzipSync(readFileSync(`${nasty}/${name}`)).toString())
          expect.soft([name, ...notOnAllowList(clean)]).toEqual([name])
          expect.soft(htmlToText(clean).length, name).toBeGreaterThan(100)
        }
        expect(pages.length).toBeGreaterThan(10)
      })
    },
  )
})
