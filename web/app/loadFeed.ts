/** The feed is loaded from two places: when it is shown, and ahead of that when it is sure to be. */
export async function loadFeed() {
  const { FeedScreen } = await import('../feed/FeedScreen.tsx')
  return { default: FeedScreen }
}
