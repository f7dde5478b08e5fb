import type { BillSection } from '../../../contract/rules/billContent.ts'
import { childrenOf, find, isElement, textOf, type XmlElement } from '../xmlTree.ts'
import { tidyLines } from './plainText.ts'
import { sanitizeBillHtml } from './sanitize.ts'

/** Law that the bill quotes in order to amend it. Its sections are not sections of the bill. */
const quoted = new Set(['quoted-block', 'quotedContent', 'quotedText'])
const ignoredElements = new Set([
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
const numbers = new Set(['enum', 'num'])
const headings = new Set(['header', 'heading'])
const bodies = new Set(['legis-body', 'resolution-body', 'main', 'engrossed-amendment-body'])
/** Elements that start a new line, in both grammars. */
const lines = new Set(
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
const leafElements = /^(section|whereas|recital|appropriations-(major|intermediate|small))$/

/** The parts of a bill's XML that are its text: body and preamble, without what a committee struck and replaced. */
export function textParts(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const walk = (element: XmlElement) => {
    if (bodies.has(element.name) || (element.name === 'preamble' && !quoted.has(element.name))) {
      found.push(element)
    } else childrenOf(element).forEach(walk)
  }
  walk(root)
  const kept = found.filter((part) => !isStruck(part))
  return kept.length > 0 ? kept : found
}

/** Sections of the bill in order. Sections inside quoted law stay part of the section that quotes them. */
export function sectionsOf(parts: readonly XmlElement[]): BillSection[] {
  return parts.flatMap((part) => (part.name === 'preamble' ? preamble(part) : sectionsIn(part)))
}

/** Plain text with one line per paragraph. */
export function plainTextOf(elements: readonly (XmlElement | string)[]): string {
  const out: string[] = []
  elements.forEach((element) => writeText(element, out))
  return tidyLines(
    out
      .join('')
      .replace(/[ \t]+/g, ' ')
      .replace(/ ([.,;:)”])/g, '$1')
      .replace(/\s*\n\s*/g, '\n'),
  )
}

/** The text as generated HTML: headings, paragraphs, quoted law set off, deletions and insertions marked. */
export function htmlOf(parts: readonly XmlElement[]): string {
  return sanitizeBillHtml(parts.map((part) => writeHtml(part)).join('\n'))
}

function preamble(part: XmlElement): BillSection[] {
  const content = plainTextOf([part])
  return content === '' ? [] : [{ number: '', title: 'Preamble', content }]
}

function sectionsIn(element: XmlElement): BillSection[] {
  return childrenOf(element).flatMap((child) => {
    if (ignoredElements.has(child.name) || quoted.has(child.name) || isStruck(child)) return []
    return leafElements.test(child.name) ? section(child) : sectionsIn(child)
  })
}

function section(element: XmlElement): BillSection[] {
  const number = childrenOf(element).find(({ name }) => numbers.has(name))
  const title = textOf(childrenOf(element).find(({ name }) => headings.has(name)) ?? null)
  const content = plainTextOf(
    element.children.filter(
      (child) => !isElement(child) || !(numbers.has(child.name) || headings.has(child.name)),
    ),
  )
  if (content === '' && title === '') return []
  const written = (number?.attributes['value'] ?? textOf(number ?? null))
    .replace(/^(SECTION|SEC\.?)\s+/i, '')
    .replace(/[.\s—]+$/, '')
  return [{ number: written, title: title.replace(/[.—]+$/, '') || (written === '' ? 'Text' : ''), content }]
}

function isStruck(element: XmlElement): boolean {
  return element.attributes['changed'] === 'deleted' || element.attributes['deleted'] === 'deleted'
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

/** The document's metadata under the first of these element names that has text. */
export function metadataText(root: XmlElement, ...names: string[]): string {
  for (const name of names) {
    const text = textOf(find(root, name))
    if (text !== '') return text
  }
  return ''
}
