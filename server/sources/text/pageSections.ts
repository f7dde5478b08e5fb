import { Parser } from 'htmlparser2'
import { removedTags, type TextBlock, type VersionSection } from '#contract/bills/versions.ts'
import { raisedInHtml } from './raisedText.ts'
import { sectionKeys, wholeText, type Keyless } from './sectionKeys.ts'

type Mark = TextBlock['mark']
type Piece = { mark: Mark; text: string }

const paragraphTags = new Set(
  'p div br hr h1 h2 h3 h4 h5 h6 li ul ol dl dt dd tr table blockquote pre section article header center'.split(
    ' ',
  ),
)
const dropped = new Set(removedTags)
const struck = new Set(['s', 'del', 'strike'])
const added = new Set(['u', 'ins'])

const sectionStart = /^(?:new\s+section\.?\s*)?(?:enacting\s+)?sec(?:tion|\.)\s*(\d+[a-z]?)\.\s*/i
const enactingClause =
  /^(?:be it (?:further )?enacted|the people of the state of .{3,40} enact|it is (?:hereby )?enacted)/i
const end = /^[-–—\s]*end[-–—\s]*$/i

/**
 * Reads the sections of a state's web page. The text before the first section or the enacting clause (sponsors, the
 * title) is not part of them. Words that the bill strikes from existing law or adds to it keep their marks.
 */
export function readPageSections(html: string): VersionSection[] {
  const paragraphs = body(paragraphsOf(html))
  const sections: Keyless[] = []
  for (const pieces of paragraphs) {
    const [, number] = sectionStart.exec(textOfPieces(pieces)) ?? []
    if (number) {
      const blocks = blocksOf(withoutStart(pieces))
      sections.push({ prefix: '', path: [], number, title: '', blocks, kind: 'r' })
    } else sections.at(-1)?.blocks.push(...blocksOf(pieces))
  }
  return sections.length > 0 ? sectionKeys(sections) : wholeText(paragraphs.flatMap(blocksOf))
}

function paragraphsOf(html: string): Piece[][] {
  const paragraphs: Piece[][] = [[]]
  const marks: Mark[] = ['plain']
  let inDropped = 0
  const next = () => {
    if ((paragraphs.at(-1)?.length ?? 0) > 0) paragraphs.push([])
  }
  const write = (text: string) => {
    const mark = marks.at(-1) ?? 'plain'
    const pieces = paragraphs.at(-1)
    const last = pieces?.at(-1)
    if (inDropped > 0 || !pieces) return
    if (last?.mark === mark) last.text += text
    else pieces.push({ mark, text })
  }
  const parser = new Parser({
    onopentag(name) {
      if (dropped.has(name)) inDropped += 1
      if (paragraphTags.has(name)) next()
      // The words of two cells are not one word.
      if (name === 'td' || name === 'th') write(' ')
      if (struck.has(name)) marks.push('struck_law')
      else if (added.has(name)) marks.push('added_law')
    },
    ontext: write,
    onclosetag(name) {
      if (dropped.has(name)) inDropped = Math.max(0, inDropped - 1)
      if (paragraphTags.has(name)) next()
      if (struck.has(name) || added.has(name)) marks.pop()
    },
  })
  parser.end(raisedInHtml(html))
  return paragraphs.map(tidyPieces).filter((pieces) => pieces.length > 0)
}

/** Collapses blanks inside and between pieces, and joins neighbors with the same mark. */
function tidyPieces(pieces: readonly Piece[]): Piece[] {
  const tidy: Piece[] = []
  for (const { mark, text } of pieces) {
    const last = tidy.at(-1)
    let words = text.replace(/[\s\u00a0]+/g, ' ')
    if (!last || last.text.endsWith(' ')) words = words.replace(/^ /, '')
    if (words === '') continue
    if (words === ' ' && last) last.text += ' '
    else if (last?.mark === mark) last.text += words
    else tidy.push({ mark, text: words })
  }
  const last = tidy.at(-1)
  if (last) last.text = last.text.trimEnd()
  return tidy.filter(({ text }) => text !== '')
}

/** Returns the paragraphs from the enacting clause, or else from the first section, to the end of the document. */
function body(paragraphs: readonly Piece[][]): Piece[][] {
  const texts = paragraphs.map(textOfPieces)
  const enacting = texts.findIndex((text) => enactingClause.test(text))
  const first = texts.findIndex((text) => sectionStart.test(text))
  const start = enacting >= 0 ? enacting + 1 : Math.max(0, first)
  return paragraphs.filter((_pieces, index) => index >= start && !end.test(texts[index] ?? ''))
}

function textOfPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}

function withoutStart(pieces: readonly Piece[]): Piece[] {
  let length = sectionStart.exec(textOfPieces(pieces))?.[0].length ?? 0
  const rest = pieces.map(({ mark, text }) => {
    const remainder = text.slice(length)
    length = Math.max(0, length - text.length)
    return { mark, text: remainder }
  })
  return rest.filter(({ text }) => text !== '')
}

function blocksOf(pieces: readonly Piece[]): TextBlock[] {
  return pieces.map(({ mark, text }, index) => (index > 0 ? { mark, text, continues: true } : { mark, text }))
}
