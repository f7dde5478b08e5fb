/**
 * The id of the element that covers the app until the app can show the same: the first bills of the feed
 * (web/app/early/EarlyFeed.tsx), or the bill that a link opens (server/publishing/sharing/sharedPage.ts).
 */
export const earlyScreenId = 'early'

export function removeEarlyScreen() {
  document.getElementById(earlyScreenId)?.remove()
}
