import { textIn } from '#server/sources/externalJson.ts'
import { childrenOf, find, isElement, textOf, type XmlElement } from '#server/sources/xmlTree.ts'
import { inlineHtml, inlineText } from './inlineText.ts'
import { tidyLines } from './plainText.ts'
import { sanitizeBillHtml } from './sanitize.ts'

/** The elements of law that the bill quotes in order to amend it. Its sections are not sections of the bill. */
export const quoted = new Set(['quoted-block', 'quotedContent', 'quotedText'])
/** What a printer or an editor adds to a bill. */
const additions = new Set(['metadata', 'meta', 'page', 'sidenote', 'endMarker', 'attestation'])
/** The elements that a bill has around its own text, and that are text where the bill quotes them as another law's. */
const ownApparatus = new Set(['toc'])
export const numbers = new Set(['enum', 'num'])
export const headings = new Set(['header', 'heading'])
const bodies = new Set(['legis-body', 'resolution-body', 'main', 'engrossed-amendment-body'])
/** The elements that start a new line, in both grammars. */
export const lines = new Set(
  `section subsection paragraph subparagraph clause subclause item subitem continuation-text chapeau content title subtitle chapter
  subchapter part subpart division subdivision whereas recital resolvingClause enactingFormula longTitle officialTitle docTitle level p
  row tr toc-entry referenceItem list-item li committee-appointment-paragraph quoted-block quotedContent appropriations-major
  appropriations-intermediate appropriations-small continuation proviso preamble header heading text`.split(
    /\s+/,
  ),
)
const containerHeading: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['division', 'title', 'subtitle', 'chapter', 'subchapter', 'part', 'subpart'].map((name) => [name, 'h3']),
  ),
  section: 'h4',
}
export const leafElements = /^(section|whereas|recital|appropriations-(major|intermediate|small))$/

/** Returns the bodies and preambles of a bill's XML, including those that a committee struck and replaced. */
export function rootParts(root: XmlElement): XmlElement[] {
  const parts: XmlElement[] = []
  const collect = (element: XmlElement) => {
    if (bodies.has(element.name) || (element.name === 'preamble' && !quoted.has(element.name))) {
      parts.push(element)
    } else childrenOf(element).forEach(collect)
  }
  collect(root)
  return parts
}

/** Returns the parts of a bill's XML that are its text, without what a committee struck and replaced. */
export function textParts(root: XmlElement): XmlElement[] {
  const parts = rootParts(root)
  const current = parts.filter((part) => !isStruck(part))
  return current.length > 0 ? current : parts
}

/** Returns plain text with one line per paragraph. */
export function plainTextOf(elements: readonly (XmlElement | string)[]): string {
  const out: string[] = []
  for (const element of elements) writeText(element, out, false)
  return tidyText(out.join('')).replace(/\s*\n\s*/g, '\n')
}

/** Returns the plain text of an element in one line, such as a heading. */
export function lineOf(element: XmlElement | null): string {
  return element ? plainTextOf(element.children).replace(/\s+/g, ' ') : ''
}

/** Collapses blanks, and removes blanks before punctuation that removed elements left. */
export function tidyText(text: string): string {
  return tidyLines(text.replace(/[ \t]+/g, ' ').replace(/ ([.,;:)”])/g, '$1'))
}

/** Returns the text as generated HTML: headings, paragraphs, quoted law indented, deletions and insertions marked. */
export function htmlOf(parts: readonly XmlElement[]): string {
  return sanitizeBillHtml(parts.map((part) => writeHtml(part, '', false)).join('\n'))
}

/** Returns true for an element that is not text of the bill. `isQuoted` says whether it is part of quoted law. */
export function isIgnored(element: XmlElement, isQuoted: boolean): boolean {
  if (!isQuoted) return additions.has(element.name) || ownApparatus.has(element.name)
  // A page number of the statutes stands anywhere, and a page that the bill quotes has other words.
  if (element.name === 'page') return /^\[?(?:page )?\d*(?: stat\. ?\d+)?\]?$/i.test(textOf(element))
  return additions.has(element.name)
}

export function isStruck({ name, attributes }: XmlElement): boolean {
  return (
    name === 'deleted-phrase' ||
    attributes['changed'] === 'deleted' ||
    attributes['deleted'] === 'deleted' ||
    (attributes['reported-display-style'] === 'strikethrough' && attributes['changed'] !== 'added')
  )
}

function writeText(node: XmlElement | string, out: string[], isQuoted: boolean): void {
  if (!isElement(node)) {
    out.push(node.replace(/\s+/g, ' '))
    return
  }
  if (isIgnored(node, isQuoted) || isStruck(node)) return
  const inline = inlineText(node, out.at(-1) ?? '')
  if (inline !== null) {
    out.push(inline)
    return
  }
  // The point after quoted law belongs to its last line.
  if (node.name === 'after-quoted-block') while (/^\s*$/.test(out.at(-1) ?? '-')) out.pop()
  // A number starts the line of its paragraph, and so does a heading of a deeper level.
  const onOwnLine = lines.has(node.name) && !isRunIn(node)
  const hasBlankBefore = isRunIn(node) && node.attributes['display-inline'] !== 'yes-display-inline'
  if (onOwnLine || hasBlankBefore) out.push(onOwnLine ? '\n' : ' ')
  if (node.name === 'quote') out.push('“')
  for (const child of node.children) writeText(child, out, isQuoted || quoted.has(node.name))
  if (node.name === 'quote') out.push('”')
  if (numbers.has(node.name) || headings.has(node.name) || /^(entry|td|th)$/.test(node.name)) out.push(' ')
  if (onOwnLine) out.push('\n')
}

/** Returns true for an element that continues the line of its paragraph. */
export function isRunIn({ name }: XmlElement): boolean {
  return name === 'text' || headings.has(name) || name === 'content' || name === 'chapeau'
}

function writeHtml(node: XmlElement | string, before: string, isQuoted: boolean): string {
  if (!isElement(node)) return escape(node.replace(/\s+/g, ' '))
  if (isIgnored(node, isQuoted)) return ''
  const marked = isStruck(node)
    ? 'del'
    : node.name === 'added-phrase' ||
        node.attributes['changed'] === 'added' ||
        node.attributes['added'] === 'added'
      ? 'ins'
      : null
  const html = elementHtml(node, before, isQuoted || quoted.has(node.name))
  return marked && html !== '' ? `<${marked}>${html}</${marked}>` : html
}

/** Writes nodes one after the other. The point after quoted law belongs to its last paragraph. */
function childrenHtml(nodes: readonly (XmlElement | string)[], isQuoted: boolean): string {
  return nodes.reduce<string>((html, node) => {
    const next = writeHtml(node, html, isQuoted)
    if (!isElement(node) || node.name !== 'after-quoted-block') return html + next
    const [ends = ''] =
      /(?:<\/(?:div|p|td|tr|tbody|table|blockquote|ins|del)>\s*)*$/.exec(html.trimEnd()) ?? []
    return html.trimEnd().slice(0, html.trimEnd().length - ends.length) + next + ends
  }, '')
}

function elementHtml(node: XmlElement, before: string, isQuoted: boolean): string {
  const inside = () => childrenHtml(node.children, isQuoted)
  const inline = inlineHtml(node, before, inside)
  if (inline !== null) return inline
  const heading = containerHeading[node.name]
  if (heading && !node.attributes['display-inline']?.startsWith('yes')) {
    const label = childrenOf(node).filter(({ name }) => numbers.has(name) || headings.has(name))
    const words = label
      .map((child) => writeHtml(child, '', isQuoted))
      .join(' ')
      .trim()
    const rest = node.children.filter((child) => !isElement(child) || !label.includes(child))
    return `${words ? `<${heading}>${words}</${heading}>` : ''}${childrenHtml(rest, isQuoted)}`
  }
  if (quoted.has(node.name) && node.name !== 'quotedText') return `<blockquote>${inside()}</blockquote>`
  if (node.name === 'quote') return `“${inside()}”`
  if (/^(table|thead|tbody|tr|td|th)$/.test(node.name)) return `<${node.name}>${inside()}</${node.name}>`
  if (node.name === 'row') return `<tr>${inside()}</tr>`
  if (node.name === 'entry') return `<td>${inside()}</td>`
  if (node.name === 'italic' || node.name === 'i') return `<em>${inside()}</em>`
  if (node.name === 'bold' || node.name === 'b') return `<strong>${inside()}</strong>`
  if (numbers.has(node.name)) return `<strong>${inside()}</strong> `
  if (headings.has(node.name)) return `<em>${inside()}</em> `
  if (isRunIn(node)) return `${/[^\s>—]$/.test(before) ? ' ' : ''}${inside()}`
  return lines.has(node.name) ? `<div>${inside()}</div>` : inside()
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** Returns the document's metadata under the first of these element names that has text. */
export function metadataText(root: XmlElement, ...names: string[]): string {
  for (const name of names) {
    const text = textIn(lineOf(find(root, name)))
    if (text !== '') return text
  }
  return ''
}
