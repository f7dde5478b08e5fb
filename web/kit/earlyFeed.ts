/** The element of web/app/early/EarlyFeed.tsx, which covers the app until the feed has something to show. */
export const earlyFeedId = 'early'

export function removeEarlyFeed() {
  document.getElementById(earlyFeedId)?.remove()
}
