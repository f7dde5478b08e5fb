import { Parser } from 'htmlparser2'
import {
  billHtmlAttributes,
  removedTags,
  billHtmlLinkAttributes,
  billHtmlMaxDepth,
  billHtmlTags,
  isBillLink,
} from '#contract/bills/versions.ts'

const tags = new Set(billHtmlTags)
const dropped = new Set(removedTags)

/**
 * Builds the text of a bill from HTML that may be hostile, with the allow-list that the importers use. The HTML parser of the
 * browser never sees the string: every element is created here by its allow-listed name. Markup is therefore never parsed a
 * second time, which could turn it into a script, and no event handler ever exists, not even in an inert document.
 */
export function buildBillHtml(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  // This stack has one entry for each open tag. The content of a tag that is not allowed goes into the element around
  // it.
  const parents: Node[] = [fragment]
  let droppedDepth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (droppedDepth > 0 || dropped.has(name)) {
        droppedDepth += 1
        return
      }
      const parent = parents.at(-1)!
      if (!tags.has(name) || parents.length > billHtmlMaxDepth) {
        parents.push(parent)
        return
      }
      const element = document.createElement(name)
      setAttributes(element, name, attributes)
      parent.appendChild(element)
      parents.push(element)
    },
    ontext(text) {
      if (droppedDepth === 0) parents.at(-1)!.appendChild(document.createTextNode(text))
    },
    onclosetag() {
      if (droppedDepth > 0) droppedDepth -= 1
      else parents.pop()
    },
  })
  parser.end(html)
  // The parser splits text at each entity, so neighboring text nodes are joined.
  fragment.normalize()
  return fragment
}

function setAttributes(element: Element, name: string, attributes: Readonly<Record<string, string>>) {
  for (const attribute of billHtmlAttributes[name] ?? []) {
    const value = attributes[attribute]
    if (value === undefined) continue
    if (attribute !== 'href') {
      if (/^\d{1,4}$/.test(value)) element.setAttribute(attribute, value)
      continue
    }
    const href = value.trim()
    if (!isBillLink(href)) continue
    element.setAttribute('href', href)
    for (const [name, fixed] of Object.entries(billHtmlLinkAttributes)) element.setAttribute(name, fixed)
  }
}
