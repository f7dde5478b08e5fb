import { childrenOf, fieldOf, find, isElement, type XmlElement } from '../xmlTree.ts'
import { tidyLines } from './plainText.ts'
import { sanitizeBillHtml } from './sanitize.ts'

/** The elements of law that the bill quotes in order to amend it. Its sections are not sections of the bill. */
export const quoted = new Set(['quoted-block', 'quotedContent', 'quotedText'])
export const ignoredElements = new Set([
  'metadata',
  'meta',
  'toc',
  'page',
  'sidenote',
  'footnote',
  'endMarker',
  'after-quoted-block-marker',
  'graphic',
  'attestation',
])
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
  elements.forEach((element) => writeText(element, out))
  return tidyText(out.join('')).replace(/\s*\n\s*/g, '\n')
}

/** Collapses blanks, and removes blanks before punctuation that removed elements left. */
export function tidyText(text: string): string {
  return tidyLines(text.replace(/[ \t]+/g, ' ').replace(/ ([.,;:)”])/g, '$1'))
}

/** Returns the text as generated HTML: headings, paragraphs, quoted law indented, deletions and insertions marked. */
export function htmlOf(parts: readonly XmlElement[]): string {
  return sanitizeBillHtml(parts.map((part) => writeHtml(part)).join('\n'))
}

export function isStruck({ attributes }: XmlElement): boolean {
  return (
    attributes['changed'] === 'deleted' ||
    attributes['deleted'] === 'deleted' ||
    (attributes['reported-display-style'] === 'strikethrough' && attributes['changed'] !== 'added')
  )
}

function writeText(node: XmlElement | string, out: string[]): void {
  if (!isElement(node)) {
    out.push(node.replace(/\s+/g, ' '))
    return
  }
  if (ignoredElements.has(node.name) || isStruck(node)) return
  // A number starts the line of its paragraph, and so does a heading of a deeper level.
  const onOwnLine =
    lines.has(node.name) &&
    !(node.name === 'text' || headings.has(node.name) || node.name === 'content' || node.name === 'chapeau')
  if (onOwnLine || (node.name === 'header' && node.attributes['display-inline'] !== 'yes-display-inline')) {
    out.push(onOwnLine ? '\n' : ' ')
  }
  if (node.name === 'quote') out.push('“')
  node.children.forEach((child) => writeText(child, out))
  if (node.name === 'quote') out.push('”')
  if (numbers.has(node.name) || headings.has(node.name) || /^(entry|td|th)$/.test(node.name)) out.push(' ')
  if (onOwnLine) out.push('\n')
}

function writeHtml(node: XmlElement | string): string {
  if (!isElement(node)) return escape(node.replace(/\s+/g, ' '))
  if (ignoredElements.has(node.name)) return ''
  const marked = isStruck(node)
    ? 'del'
    : node.attributes['changed'] === 'added' || node.attributes['added'] === 'added'
      ? 'ins'
      : null
  const html = element(node)
  return marked && html !== '' ? `<${marked}>${html}</${marked}>` : html
}

function element(node: XmlElement): string {
  const inside = () => node.children.map(writeHtml).join('')
  const heading = containerHeading[node.name]
  if (heading && !node.attributes['display-inline']?.startsWith('yes')) {
    const label = childrenOf(node).filter(({ name }) => numbers.has(name) || headings.has(name))
    const words = label.map(writeHtml).join(' ').trim()
    const rest = node.children.filter((child) => !isElement(child) || !label.includes(child))
    return `${words ? `<${heading}>${words}</${heading}>` : ''}${rest.map(writeHtml).join('')}`
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
  if (node.name === 'linebreak') return '<br>'
  return lines.has(node.name) && !(node.name === 'text' || node.name === 'content' || node.name === 'chapeau')
    ? `<div>${inside()}</div>`
    : inside()
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** Returns the document's metadata under the first of these element names that has text. */
export function metadataText(root: XmlElement, ...names: string[]): string {
  for (const name of names) {
    const text = fieldOf(find(root, name))
    if (text !== '') return text
  }
  return ''
}
