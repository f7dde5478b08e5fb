import { XMLValidator } from 'fast-xml-parser'
import { Parser } from 'htmlparser2'
import { UnusableRecord } from './bills/importedBill.ts'
import { normalizeCharacters } from './characters.ts'
import { textIn } from './externalJson.ts'

/** An element with its children in order. Names have no namespace prefix. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

/**
 * Parses an XML document and returns its root element without comments and processing instructions.
 *
 * @throws UnusableRecord with the position if the document is not well formed
 */
export function parseXml(xml: string): XmlElement {
  const valid = XMLValidator.validate(xml, { allowBooleanAttributes: false })
  if (valid !== true) {
    throw new UnusableRecord(
      `The XML is broken at line ${valid.err.line}: ${valid.err.msg.replace(/\.$/, '')}.`,
    )
  }
  const document: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [document]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        normalizeValues(attributes)
        const element = { name: localName(name), attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      ontext(text) {
        const inside = open.at(-1)?.children
        const before = inside?.at(-1)
        if (inside && typeof before === 'string') inside[inside.length - 1] = before + text
        else inside?.push(text)
      },
      onclosetag() {
        const element = open.length > 1 ? open.pop() : undefined
        if (element) normalizeTexts(element.children)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  const root = document.children.find(isElement)
  if (!root) throw new UnusableRecord('The XML document has no element.')
  return root
}

/** Normalizes each text as a whole, because the parser splits it at entities. */
function normalizeTexts(children: (XmlElement | string)[]): void {
  for (const [index, child] of children.entries()) {
    if (!isElement(child)) children[index] = normalizeCharacters(child)
  }
}

function normalizeValues(attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) attributes[name] = normalizeCharacters(value)
}

export function isElement(node: XmlElement | string): node is XmlElement {
  return typeof node !== 'string'
}

export function childrenOf(element: XmlElement): XmlElement[] {
  return element.children.filter(isElement)
}

/** Finds the first descendant with that name, in document order. */
export function find(element: XmlElement, name: string): XmlElement | null {
  for (const child of childrenOf(element)) {
    const descendant = child.name === name ? child : find(child, name)
    if (descendant) return descendant
  }
  return null
}

/** Finds all descendants with that name that are not inside another one. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => (child.name === name ? [child] : findAll(child, name)))
}

/** Returns all text inside the element, with white space collapsed. */
export function textOf(element: XmlElement | null): string {
  return element ? rawText(element).replace(/\s+/g, ' ').trim() : ''
}

/**
 * Returns the text of an element that holds one field of a record. The source may have encoded it as HTML too, unlike the
 * text of a bill.
 */
export function fieldOf(element: XmlElement | null): string {
  return element ? textIn(rawText(element)) : ''
}

/** Converts the element to JSON in the usual way: repeated children become lists, and leaves become strings. */
export function xmlToJson(element: XmlElement): unknown {
  const children = childrenOf(element)
  if (children.length === 0) return rawText(element)
  const json: Record<string, unknown> = Object.create(null)
  for (const child of children) {
    const value = xmlToJson(child)
    const existing = json[child.name]
    json[child.name] =
      existing === undefined ? value : Array.isArray(existing) ? [...existing, value] : [existing, value]
  }
  return json
}

function rawText(element: XmlElement): string {
  return element.children.map((child) => (isElement(child) ? rawText(child) : child)).join('')
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
