/** The id of the element of web/app/early/EarlyFeed.tsx, which covers the app until the feed can show its cards. */
export const earlyFeedId = 'early'

export function removeEarlyFeed() {
  document.getElementById(earlyFeedId)?.remove()
}
