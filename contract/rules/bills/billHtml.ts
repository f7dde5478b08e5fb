/**
 * The rules for the HTML of a bill's text. Importers apply them before the text is stored, and the browser applies them
 * again before it shows the text, so that neither has to trust the other.
 */

/**
 * The allowed tags give structure and emphasis or show amendments (ins, del, u, s). Scripts, external resources, forms
 * and frames are not allowed.
 */
export const billHtmlTags: readonly string[] = [
  'h1 h2 h3 h4 h5 h6 p br hr div span blockquote pre center section ul ol li dl dt dd',
  'table caption thead tbody tfoot tr th td',
  'a b strong i em u s ins del small sub sup abbr code q cite',
].flatMap((names) => names.split(' '))

/** The attributes that each tag may have. Styles, classes, ids and event handlers are never allowed. */
export const billHtmlAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
}

/**
 * The schemes that a link may have. A relative link points to a page of the source's site, so its address is removed.
 */
export const billHtmlSchemes: readonly string[] = ['http', 'https']

/** These attributes are added to every link. */
export const billHtmlLinkAttributes = { target: '_blank', rel: 'noopener' } as const

/** The elements that are removed together with their content, because the content is not part of the bill's text. */
export const billHtmlDropped: readonly string[] = [
  'script style title head noscript template iframe object embed applet',
  'svg math form textarea select option button xmp noembed noframes',
].flatMap((names) => names.split(' '))

/**
 * The deepest nesting of elements that is accepted. No printed bill reaches it, and a deeper text could only exhaust
 * the reader's browser.
 */
export const billHtmlMaxDepth = 100

/** Says whether a link may keep this address. The address must be absolute and have an allowed scheme. */
export function isBillLink(address: string): boolean {
  try {
    return billHtmlSchemes.includes(new URL(address).protocol.replace(':', ''))
  } catch {
    return false
  }
}
