import createDOMPurify from 'dompurify'
import {
  billHtmlAttributes,
  billHtmlDropped,
  billHtmlLinkAttributes,
  billHtmlSchemes,
  billHtmlTags,
} from '../../contract/billHtml.ts'

// An instance of its own: hooks of a shared one would reach whoever else cleans HTML.
const purifier = createDOMPurify(window)

purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  const allowed = billHtmlAttributes[element.nodeName.toLowerCase()] ?? []
  attribute.keepAttr = attribute.keepAttr && allowed.includes(attribute.attrName)
})
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName !== 'A' || !element.hasAttribute('href')) return
  for (const [name, value] of Object.entries(billHtmlLinkAttributes)) element.setAttribute(name, value)
})

const linkShape = new RegExp(`^(?:${billHtmlSchemes.join('|')}):`, 'i')

/** Cleans by the same list as the importers, once more and in the reader's own browser (R57). */
export function purifyBillHtml(html: string): TrustedHTML {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...billHtmlTags],
    ALLOWED_ATTR: [...new Set(Object.values(billHtmlAttributes).flat())],
    ALLOWED_URI_REGEXP: linkShape,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    FORBID_CONTENTS: [...billHtmlDropped],
    RETURN_TRUSTED_TYPE: true,
  })
}
