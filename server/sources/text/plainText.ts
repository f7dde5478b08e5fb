import { Parser } from 'htmlparser2'
import { billHtmlDropped } from '../../../contract/rules/bills/billHtml.ts'

const blocks = new Set(
  'p div br hr h1 h2 h3 h4 h5 h6 li ul ol dl dt dd tr table blockquote pre section article header center'.split(
    ' ',
  ),
)
const dropped = new Set(billHtmlDropped)

/** The readable text of HTML: paragraphs on separate lines, list items with a dash, entities decoded. */
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
  parser.end(html)
  return tidyLines(parts.join(''))
}

/** Trims lines, collapses runs of blanks, and allows at most one empty line in a row. */
export function tidyLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Repairs UTF-8 that was once decoded as Windows-1252 ("Â§ 4" for "§ 4"). Other text is unchanged. */
export function repairMojibake(text: string): string {
  if (!/[ÂÃ][\u0080-\u00bf]|â€|ï»¿/.test(text)) return text
  return text.replace(/[\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2,}/g, (run) => {
    try {
      return strictUtf8.decode(Uint8Array.from(run, windows1252Byte))
    } catch {
      return run
    }
  })
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const highBytes = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function windows1252Byte(character: string): number {
  const index = highBytes.indexOf(character)
  return index >= 0 ? 0x80 + index : character.charCodeAt(0)
}
