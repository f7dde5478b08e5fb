/** A bill, and one of its comments, that somebody came to by a shared link. */
export type SharedBillLink = { bill_id: string; comment_id: string | null }

/** The address of a bill that members share. Signed out, it shows the bill; signed in, it leads to the bill in the feed. */
export function billAddress(path: string): string {
  return `/${path}`
}

/** The name of the tag with the bill's id in the head of its page. */
export const billIdTag = 'hurd-bill'

/** Leads to the address of the bill, where only its id is known. */
export function sharedBillPath(bill_id: string): string {
  return `/bills/${encodeURIComponent(bill_id)}`
}

/** The card of the bill at this address, for a frame on another site. */
export function embedPath(path: string): string {
  return `/embed/bills/${path}`
}

/** The page that makes the code of such a frame. */
export const embedBuilderPath = '/embed'

/** Says how another site shows the page at this URL as a card. */
export function oembedPath(url: string): string {
  return `/oembed?${new URLSearchParams({ url })}`
}

/** The picture of link previews. */
export function sharePicturePath(bill_id: string): string {
  return `/share/bills/${bill_id}.png`
}

/** The sign-in or registration form, which returns to this bill afterwards. */
export function signInPath({ bill_id, comment_id }: SharedBillLink, view?: 'register'): string {
  const query = new URLSearchParams(view && { view })
  query.set('bill', bill_id)
  if (comment_id) query.set('comment', comment_id)
  return `/login?${query}`
}

/** The bill that the address of the sign-in screen names, if any. */
export function billToReturnTo(query: URLSearchParams): SharedBillLink | null {
  const bill_id = query.get('bill')
  return isId(bill_id) ? { bill_id, comment_id: commentIn(query.get('comment')) } : null
}

/** The id of a comment in the address of a page; null for anything else. */
export function commentIn(value: unknown): string | null {
  return isId(value) ? value : null
}

/** Without zod, which is not part of the pages. PostgreSQL accepts every id of this form. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}
