import sanitizeHtml from 'sanitize-html'
import {
  billHtmlAttributes,
  removedTags,
  billHtmlLinkAttributes,
  billHtmlMaxDepth,
  billHtmlSchemes,
  billHtmlTags,
  isBillLink,
} from '#contract/bills/versions.ts'
import { normalizeCharacters } from '#server/sources/characters.ts'
import { markPage } from './pageMarks.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...billHtmlTags],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(billHtmlAttributes).map(([tag, names]) => [tag, [...names]])),
    a: [...(billHtmlAttributes['a'] ?? []), ...Object.keys(billHtmlLinkAttributes)],
  },
  allowedSchemes: [...billHtmlSchemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  nonTextTags: [...removedTags],
  nestingLimit: billHtmlMaxDepth,
  transformTags: {
    strike: 's',
    a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs['href']) }),
  },
}

/**
 * Returns the HTML of a bill's text, reduced to the allow-list of contract/bills/versions.ts, with amendment
 * marks kept. Returns '' if nothing is left.
 */
export function sanitizeBillHtml(html: string): string {
  const clean = normalizeCharacters(sanitizeHtml(markPage(html), options))
    .replace(/<(span|div|p)>\s*<\/\1>/g, '')
    .replace(/<\/?span>/g, '')
    .replace(/\n(?:[ \t\r]*\n)+/g, '\n')
    .trim()
  return /[^\s]/.test(clean.replace(/<[^>]*>/g, '')) ? clean : ''
}

function linkAttributes(href: string | undefined): sanitizeHtml.Attributes {
  const url = (href ?? '').trim()
  return isBillLink(url) ? { href: url, ...billHtmlLinkAttributes } : {}
}
