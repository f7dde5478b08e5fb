import { Parser } from 'htmlparser2'
import { decodeEntities, inlineTags, normalizeCharacters } from '#server/sources/characters.ts'

/** What sources do to a text: entities encoded twice, decomposed letters, invisible characters, unusual blanks, and inline markup. */
export const soiled =
  ' Kaho‘olawe &amp;amp; Ko\u00adna\u200b caf e\u0301\u00a0x\u0000 veterans&#39; HB\u20111 &lt;i&gt;Tilia&lt;/i&gt; H<sub>2</sub>O<br/>in <em class="x">air</em>'
export const clean = " Kahoʻolawe & Kona caf é x veterans' HB-1 Tilia H₂O in air"

/**
 * Returns what is wrong with the texts of a value, each with its path: an entity that was not decoded, a control
 * character, an invisible character, a text that is not in normal form, or a date that cannot be one. Fields named in
 * `markup` are HTML, and fields in `literal` are texts of bills, which may name an entity.
 */
export function textFaults(
  value: unknown,
  { markup, literal }: { markup: RegExp; literal: RegExp },
  path = '',
): string[] {
  if (typeof value === 'string') return faultsOf(value, path, { markup, literal })
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    textFaults(part, { markup, literal }, `${path}/${key}`),
  )
}

function faultsOf(text: string, path: string, { markup, literal }: { markup: RegExp; literal: RegExp }) {
  const plainText = markup.test(path) ? textOfHtml(text) : text
  const faults: string[] = []
  if (normalizeCharacters(plainText) !== plainText) faults.push('not in normal form')
  if (plainText.includes('\ufffd')) faults.push('replacement character')
  if (!markup.test(path) && !literal.test(path) && decodeEntities(plainText) !== plainText) {
    faults.push('entity')
  }
  if (!markup.test(path) && !literal.test(path) && inlineTags.test(plainText)) faults.push('tag')
  const [day] = /^\d{4}-\d\d-\d\d(?=$|T)/.exec(plainText) ?? []
  if (day && (day < '1789-03-04' || day > latestDay())) faults.push('impossible date')
  return faults.map((fault) => `${path}: ${fault}: ${JSON.stringify(plainText.slice(0, 120))}`)
}

/** The latest possible end of a term of office. */
function latestDay(): string {
  const latest = new Date()
  latest.setUTCFullYear(latest.getUTCFullYear() + 12)
  return latest.toISOString().slice(0, 10)
}

function textOfHtml(html: string): string {
  let shown = ''
  const parser = new Parser({
    ontext(text) {
      shown += text
    },
  })
  parser.end(html)
  return shown
}

const freeText =
  /title|name|desc|text|action|note|summary|abstract|location|motion|purpose|label|party|address|question/i

/** Returns a record with every free text in it soiled. Keys, ids, URLs and single words stay. */
export function soil(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    const isText = freeText.test(key) && /\p{L} \p{L}/u.test(value) && !/^(https?:|ocd-)/.test(value)
    return isText ? `${value}${soiled}` : value
  }
  if (Array.isArray(value)) return value.map((part) => soil(part, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, soil(part, name)]))
}
