import type { Bill } from './bills.ts'
import { embedPath } from './sharedBills.ts'

export const embedThemes = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

/** The height of the frame in pixels. It is enough for a title of three lines, an event and the counts. */
export const embedHeight = 470
/** The maximum width of the card in pixels, which is 30rem. */
export const embedWidth = 480

/** Returns the HTML that shows the card of a bill on another site. */
export function embedCode(bill: Pick<Bill, 'path' | 'bill_code'>, origin: string, theme: EmbedTheme): string {
  const address = origin + embedPath(bill.path) + (theme === 'auto' ? '' : `?theme=${theme}`)
  const title = `${bill.bill_code} on Hurd`
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
  return `<iframe src="${address}" title="${title}" width="100%" height="${embedHeight}" style="border:0;max-width:30rem" loading="lazy"></iframe>`
}
