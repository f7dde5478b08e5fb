import { t } from '#contract/kit/translate.ts'
import type { Bill } from './bills.ts'

/** The bill that a shared link opens. If the link opens one of the bill's comments, `comment_id` is not null. */
export type SharedBillLink = { bill_id: string; comment_id: string | null }

/**
 * Returns the path of a bill's page, which members share. The page shows the bill to visitors. For members who are signed
 * in, it opens the bill in the feed.
 */
export function billPagePath(path: string): string {
  return `/${path}`
}

/**
 * With `app` in its query, the URL of a bill opens the app. With `visitor`, it opens the page for visitors. Both are
 * independent of who is signed in.
 */
export const appParameter = 'app'
export const visitorParameter = 'visitor'

/** The key of session storage that has the state of a history entry while the app replaces the page for visitors. */
export const entryItem = 'entry'

/**
 * True if a path has the form of a bill's path, such as /us/119/hr/1, which begins with "us" or the code of a state. The server
 * also knows other spellings, and redirects them.
 */
export function looksLikeBillPath(pathname: string): boolean {
  return /^\/[a-z]{2}\/[^/]+\/[^/]/.test(pathname)
}

/** The page of a bill has a `<meta>` tag with this name in its head. The tag contains the bill's id. */
export const billIdTag = 'hurd-bill'

/** A page for visitors has a `<meta>` tag with this name if its URL opens the app for members. */
export const memberPageTag = 'hurd-app'

/** Returns a path that redirects to the bill's page. Use it if only the id of the bill is known. */
export function sharedBillPath(bill_id: string): string {
  return `/bills/${encodeURIComponent(bill_id)}`
}

/** Returns the path of the bill's card, which other sites show in a frame. */
export function embedPath(path: string): string {
  return `/embed/bills/${path}`
}

/** The path of the page on which visitors generate the HTML code for such a frame. */
export const embedBuilderPath = '/embed'

/** Returns the path of the oEmbed response, which says how another site can show the page at this URL as a card. */
export function oembedPath(url: string): string {
  return `/oembed?${new URLSearchParams({ url })}`
}

/** Returns the path of the picture that link previews of the bill show. */
export function sharePicturePath(bill_id: string): string {
  return `/share/bills/${bill_id}.png`
}

/** Returns the path of the sign-in or registration form. After signing in, the member returns to this bill. */
export function signInPath({ bill_id, comment_id }: SharedBillLink, view?: 'register'): string {
  const query = new URLSearchParams(view && { view })
  query.set('bill', bill_id)
  if (comment_id) {
    query.set('comment', comment_id)
  }
  return `/login?${query}`
}

/** Returns the bill that the query of the sign-in screen names, or null if the query names no bill. */
export function billToReturnTo(query: URLSearchParams): SharedBillLink | null {
  const bill_id = query.get('bill')
  return isId(bill_id) ? { bill_id, comment_id: commentIn(query.get('comment')) } : null
}

/** Returns the id of a comment from the URL of a page, or null if the value is not an id. */
export function commentIn(value: unknown): string | null {
  return isId(value) ? value : null
}

/**
 * Checks the form of an id with a regular expression instead of zod, because the scripts of the pages do not contain
 * zod. PostgreSQL accepts every id of this form.
 */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}

export const embedThemes = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

/** The height of the frame in pixels. It is enough for a title of three lines, an event and the counts. */
export const embedHeight = 470
/** The maximum width of the card in pixels, which is 30rem. */
export const embedWidth = 480

/** Returns the HTML that shows the card of a bill on another site. */
export function embedCode(
  bill: Pick<Bill, 'path' | 'bill_code'>,
  { origin, theme, siteName }: { origin: string; theme: EmbedTheme; siteName: string },
): string {
  const url = origin + embedPath(bill.path) + (theme === 'auto' ? '' : `?theme=${theme}`)
  const title = t('{bill_code} on {site}', { bill_code: bill.bill_code, site: siteName })
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
  return `<iframe src="${url}" title="${title}" width="100%" height="${embedHeight}" style="border:0;max-width:30rem" loading="lazy"></iframe>`
}
