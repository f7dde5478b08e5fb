import { childrenOf, isElement, textOf, type XmlElement } from '#server/sources/xmlTree.ts'
import { loweredText, raisedText } from './raisedText.ts'

const raisedTags = new Set(['superscript', 'sup', 'footnote-ref'])
const loweredTags = new Set(['subscript', 'sub'])
/** The elements that end a line or a page between two words. */
const lineEnds = new Set(['linebreak', 'br', 'pagebreak'])

/**
 * Returns the plain text of an element inside a line whose markup carries meaning, or null for an element that only
 * surrounds words.
 *
 * @param before the text before the element
 */
export function inlineText(element: XmlElement, before: string): string | null {
  if (raisedTags.has(element.name)) return raisedText(textOf(element), before)
  if (loweredTags.has(element.name)) return loweredText(textOf(element))
  if (element.name === 'fraction') return fractionText(element, before)
  if (element.name === 'footnote') return noteText(element)
  if (element.name === 'graphic') return ` [${textOf(element) || element.attributes['alt'] || 'Graphic'}] `
  return lineEnds.has(element.name) ? ' ' : null
}

/** Returns such an element as HTML, or null for an element that only surrounds words. `inside` is its content as HTML. */
export function inlineHtml(element: XmlElement, before: string, inside: () => string): string | null {
  if (raisedTags.has(element.name)) return `<sup>${inside()}</sup>`
  if (loweredTags.has(element.name)) return `<sub>${inside()}</sub>`
  if (element.name === 'linebreak' || element.name === 'br') return '<br>'
  const text = inlineText(element, before)
  return text?.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') ?? null
}

/** Returns "1/2", with a blank if a whole number precedes it so that 1 1/2 does not become 11/2. */
function fractionText(element: XmlElement, before: string): string {
  const parts = childrenOf(element).map(textOf)
  const text = element.children.some((child) => !isElement(child) && child.trim() !== '')
    ? ''
    : parts.join('/')
  return `${/\d$/.test(before) ? ' ' : ''}${text || textOf(element)}`
}

function noteText(element: XmlElement): string {
  const text = textOf(element)
  return text === '' ? '' : ` [Footnote: ${text}] `
}
