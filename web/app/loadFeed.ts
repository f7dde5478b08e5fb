/** The feed is loaded from two places: when it is shown, and ahead of that when it is sure to be. */
export async function loadFeed() {
  const { FeedTab } = await import('./FeedTab.tsx')
  return { default: FeedTab }
}
