import { Parser } from 'htmlparser2'
import { removedTags } from '#contract/bills/versions.ts'
import { withoutInlineTags } from '#server/sources/characters.ts'
import { longTextIn, markupIn } from '#server/sources/externalJson.ts'
import { tidyLines } from './plainText.ts'
import { raisedInHtml } from './raisedText.ts'

const blocks = new Set(
  'p div br hr h1 h2 h3 h4 h5 h6 li ul ol dl dt dd tr table blockquote pre section article header center'.split(
    ' ',
  ),
)
const dropped = new Set(removedTags)

/** Returns the readable text of HTML: paragraphs on separate lines, list items with a dash, entities decoded. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return tidyLines(html)
  const parts: string[] = []
  let inDropped = 0
  const parser = new Parser({
    onopentag(name) {
      if (dropped.has(name)) inDropped += 1
      if (name === 'li') parts.push('\n- ')
      else if (name === 'td' || name === 'th') parts.push(' ')
      else if (blocks.has(name)) parts.push('\n')
    },
    ontext(text) {
      if (inDropped === 0) parts.push(text.replace(/[ \t\r\n]+/g, ' '))
    },
    onclosetag(name) {
      if (dropped.has(name)) inDropped = Math.max(0, inDropped - 1)
      if (blocks.has(name) && name !== 'br') parts.push('\n')
    },
  })
  parser.end(raisedInHtml(html))
  return tidyLines(parts.join(''))
}

/** Returns the readable text of a field that may contain HTML, even if the source encoded its entities twice. */
export function htmlTextIn(value: unknown): string {
  return withoutInlineTags(longTextIn(htmlToText(markupIn(value))))
}
