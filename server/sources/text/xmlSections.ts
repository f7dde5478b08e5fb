import type { TextBlock, VersionSection } from '#contract/bills/versions.ts'
import { childrenOf, find, findAll, isElement, textOf, type XmlElement } from '#server/sources/xmlTree.ts'
import {
  headings,
  isIgnored,
  isRunIn,
  isStruck,
  leafElements,
  lineOf,
  lines,
  numbers,
  quoted,
  rootParts,
  tidyText,
} from './billXml.ts'
import { inlineText } from './inlineText.ts'
import { sectionKeys, type Keyless } from './sectionKeys.ts'

/** The letters of a container in a key, such as "ti" for Title I. */
const containers: Readonly<Record<string, string>> = {
  division: 'd',
  subdivision: 'sd',
  title: 't',
  subtitle: 'st',
  chapter: 'ch',
  subchapter: 'sc',
  part: 'p',
  subpart: 'sp',
}

const replacesAll =
  /strike\s+(?:out\s+)?all\s+(?:that\s+follows\s+)?after\s+the\s+(?:enacting|resolving)\s+clause\s+and\s+insert/i

export type XmlText = {
  /** Null for an amendment that changes only parts of a bill, because there is nothing to compare it with. */
  sections: VersionSection[] | null
  struck_sections: VersionSection[]
}

/** Reads the sections of a version, and those that the version itself marks as deleted. */
export function readXmlSections(root: XmlElement): XmlText {
  const parts = sectionParts(root)
  const read = (wantsStruck: boolean) =>
    sectionKeys(
      parts
        .filter((part) => wantsStruck || !isStruck(part))
        .flatMap((part) =>
          partSections(part, { path: [], prefix: '', isStruck: isStruck(part), wantsStruck }),
        ),
    )
  const struck_sections = read(true)
  return { sections: parts.length === 0 ? null : read(false), struck_sections }
}

/** Returns the parts with sections. An amendment is read as a bill only if it replaces the whole text. */
function sectionParts(root: XmlElement): XmlElement[] {
  const parts = rootParts(root)
  if (root.name !== 'amendment-doc' && root.name !== 'engrossedAmendment') return parts
  const isComplete = parts.some((part) => replacesAll.test(textOf(part)))
  return isComplete
    ? ['amendment-block', 'amendmentContent'].flatMap((name) => parts.flatMap((part) => findAll(part, name)))
    : []
}

type Position = { path: string[]; prefix: string; isStruck: boolean; wantsStruck: boolean }

function partSections(element: XmlElement, position: Position): Keyless[] {
  return childrenOf(element).flatMap((child): Keyless[] => {
    if (isIgnored(child, false) || quoted.has(child.name)) return []
    const isChildStruck = position.isStruck || isStruck(child)
    if (isChildStruck && !position.wantsStruck) return []
    if (leafElements.test(child.name)) return readSection(child, position)
    const letters = containers[child.name]
    const number = letters ? numberOf(child) : ''
    const name = letters ? containerName(child.name, number, headingOf(child)) : ''
    return partSections(child, {
      ...position,
      isStruck: isChildStruck,
      path: name === '' ? position.path : [...position.path, name],
      prefix: letters ? `${position.prefix}${letters}${keyWord(number)}.` : position.prefix,
    })
  })
}

function containerName(element: string, number: string, heading: string): string {
  const kind = element.charAt(0).toUpperCase() + element.slice(1)
  return [number ? `${kind} ${number}` : '', heading].filter(Boolean).join(': ')
}

function readSection(element: XmlElement, { path, prefix, wantsStruck, ...position }: Position): Keyless[] {
  const wasStruck = position.isStruck || isStruck(element)
  const number = numberOf(element)
  const title = headingOf(element)
  const blocks = new BlockWriter(wantsStruck)
  for (const child of element.children) {
    const isLabel = isElement(child) && (numbers.has(child.name) || headings.has(child.name))
    if (!isLabel) blocks.write(child, { isStruck: wasStruck, mark: 'plain', key: '' })
  }
  const content = blocks.done()
  const hasName = wantsStruck ? wasStruck && title !== '' : title !== '' || number !== ''
  if (content.length === 0 && !hasName) return []
  const kind = /^(whereas|recital)$/.test(element.name) ? 'w' : 'r'
  return [{ prefix, path, number, title, blocks: content, kind }]
}

/** Returns the number of an element, such as "2" from "SEC. 2.", "1." or a `value`. */
function numberOf(element: XmlElement): string {
  const number = childrenOf(element).find(({ name }) => numbers.has(name)) ?? null
  return (number?.attributes['value'] ?? textOf(number))
    .replace(/^(SECTION|SEC\.?|TITLE|SUBTITLE|PART|CHAPTER|DIVISION|SUBCHAPTER|SUBPART)\s+/i, '')
    .replace(/[.\s—–-]+$/, '')
}

function headingOf(element: XmlElement): string {
  return lineOf(childrenOf(element).find(({ name }) => headings.has(name)) ?? null).replace(/[.—\s]+$/, '')
}

function keyWord(number: string): string {
  return number.toLowerCase().replace(/[^a-z0-9]/g, '')
}

type BlockContext = { isStruck: boolean; mark: TextBlock['mark']; key: string }

/** Collects the paragraphs of a section, each with the enumerators that lead to it. */
class BlockWriter {
  readonly #blocks: TextBlock[] = []
  readonly #wantsStruck: boolean
  #text = ''
  #mark: TextBlock['mark'] = 'plain'
  #key = ''

  constructor(wantsStruck: boolean) {
    this.#wantsStruck = wantsStruck
  }

  write(node: XmlElement | string, context: BlockContext): void {
    if (!isElement(node)) {
      if (context.isStruck === this.#wantsStruck) this.#text += node.replace(/\s+/g, ' ')
      return
    }
    if (isIgnored(node, context.mark === 'quoted')) return
    const next: BlockContext = {
      isStruck: context.isStruck || isStruck(node),
      mark: quoted.has(node.name) && node.name !== 'quotedText' ? 'quoted' : context.mark,
      key: context.key,
    }
    if (next.isStruck && !this.#wantsStruck) return
    const inline = inlineText(node, this.#text)
    if (inline !== null) {
      if (next.isStruck === this.#wantsStruck) this.#text += inline
      return
    }
    if (node.name === 'after-quoted-block') {
      this.#end(textOf(node), next)
      return
    }
    const startsParagraph = lines.has(node.name) && !isRunIn(node)
    if (startsParagraph) {
      const number = next.mark === 'plain' ? enumeratorOf(node) : ''
      if (number !== '') next.key = context.key === '' ? number : `${context.key}-${number}`
      this.#start(next)
    }
    if (isRunIn(node) && !/—\s*$/.test(this.#text)) this.#text += ' '
    const isQuote = node.name === 'quote' && next.isStruck === this.#wantsStruck
    if (isQuote) this.#text += '“'
    for (const child of node.children) this.write(child, next)
    if (isQuote) this.#text += '”'
    const isLabel = numbers.has(node.name) || headings.has(node.name) || /^(entry|td|th)$/.test(node.name)
    if (isLabel) this.#text += ' '
    if (startsParagraph) this.#start(context)
  }

  /** Writes the point after quoted law, which belongs to its last paragraph. */
  #end(text: string, { isStruck: isStruckText }: BlockContext): void {
    const last = this.#blocks.at(-1)
    if (text === '' || isStruckText !== this.#wantsStruck) return
    if (tidyText(this.#text) === '' && last) last.text = tidyText(last.text + text)
    else this.#text = this.#text.trimEnd() + text
  }

  done(): TextBlock[] {
    this.#start({ isStruck: false, mark: 'plain', key: '' })
    return this.#blocks
  }

  #start({ mark, key }: BlockContext): void {
    const text = tidyText(this.#text)
    if (text !== '') this.#blocks.push({ mark: this.#mark, text, ...(this.#key ? { key: this.#key } : {}) })
    this.#text = ''
    this.#mark = mark
    this.#key = key
  }
}

/**
 * Returns an enumerator, such as "b" from "(b)". Enumerators other than letters and numbers in parentheses identify no
 * subsection.
 */
function enumeratorOf(element: XmlElement): string {
  const number = childrenOf(element).find(({ name }) => numbers.has(name)) ?? null
  return /^\(([A-Za-z0-9]{1,5})\)/.exec(textOf(number))?.[1]?.toLowerCase() ?? ''
}

/** Returns the date of the version, or null if the document names none. */
export function printingDate(root: XmlElement, dateIn: (text: string) => string | null): string | null {
  const statedDate = dateIn(textOf(find(root, 'date'))) ?? dateIn(textOf(find(root, 'approvedDate')))
  if (statedDate) return statedDate
  const dated = [...findAll(root, 'action-date'), ...findAll(root, 'attestation-date')]
  const days = dated.flatMap(
    (element) => dateIn(element.attributes['date'] ?? '') ?? dateIn(textOf(element)) ?? [],
  )
  return days.toSorted().at(-1) ?? null
}
