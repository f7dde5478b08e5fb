/**
 * The HTML that a bill's text may contain. Importers sanitize the text before it is stored, and the browser applies the
 * same rules again before showing it, so that neither has to trust the other.
 */

/** Structure, emphasis and amendment marks (ins, del, u, s). No scripts, external resources, forms or frames. */
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

/** The schemes that a link may have. A relative link points into the source's site, so its address is removed. */
export const billHtmlSchemes: readonly string[] = ['http', 'https']

/** Added to every link. */
export const billHtmlLinkAttributes = { target: '_blank', rel: 'noopener' } as const

/** Elements that are removed together with their content, because it is not part of the bill's text. */
export const billHtmlDropped: readonly string[] = [
  'script style title head noscript template iframe object embed applet',
  'svg math form textarea select option button xmp noembed noframes',
].flatMap((names) => names.split(' '))

/** No printed bill is nested this deeply. Deeper nesting could only exhaust the reader's browser. */
export const billHtmlMaxDepth = 100

/** Whether a link may keep this address: it must be absolute and have an allowed scheme. */
export function isBillLink(address: string): boolean {
  return URL.canParse(address) && billHtmlSchemes.includes(new URL(address).protocol.replace(':', ''))
}
