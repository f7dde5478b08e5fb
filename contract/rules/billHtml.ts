/**
 * The one list of what HTML a bill's text may hold. The importers clean by it before anything is stored, and the browser
 * builds what it shows by it again, so that neither has to trust the other.
 */

/** Structure, emphasis and the marks of an amendment (ins, del, u, s). Nothing that runs, loads, asks or frames. */
export const billHtmlTags: readonly string[] = [
  'h1 h2 h3 h4 h5 h6 p br hr div span blockquote pre center section ul ol li dl dt dd',
  'table caption thead tbody tfoot tr th td',
  'a b strong i em u s ins del small sub sup abbr code q cite',
].flatMap((names) => names.split(' '))

/** Attributes a tag may keep; no style, class, id or event handler anywhere. */
export const billHtmlAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
}

/** Schemes a link may have. A link without a scheme points into a site that is not ours, so it loses its address. */
export const billHtmlSchemes: readonly string[] = ['http', 'https']

/** What every link gets, whatever it came with. */
export const billHtmlLinkAttributes = { target: '_blank', rel: 'noopener' } as const

/** Elements whose inside is not the text of a bill either: they go with everything in them. */
export const billHtmlDropped: readonly string[] = [
  'script style title head noscript template iframe object embed applet',
  'svg math form textarea select option button xmp noembed noframes',
].flatMap((names) => names.split(' '))

/** Deeper nesting than any printed bill has only serves to exhaust the reader's browser. */
export const billHtmlMaxDepth = 100

/** Whether a link may keep this address: a whole one, of a scheme that a bill's text may link to. */
export function isBillLink(address: string): boolean {
  return URL.canParse(address) && billHtmlSchemes.includes(new URL(address).protocol.replace(':', ''))
}
