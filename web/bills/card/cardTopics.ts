import { topicKey, topicName } from '#contract/topics.ts'

/** A collapsed card shows at most this many topics. */
const maxTopics = 3
/** Characters that fit in one row of the narrowest card. Each topic also needs space for its padding and check mark. */
const rowLength = 44
const paddingLength = 5

/**
 * Returns the topics that a collapsed card shows and those that it only counts. Characters are counted instead of
 * measuring elements so that the first paint is already right and nothing moves.
 */
export function cardTopics(topics: readonly string[], followedKeys: ReadonlySet<string>) {
  const isFollowed = (topic: string) => followedKeys.has(topicKey(topic))
  const ordered = [...topics.filter(isFollowed), ...topics.filter((topic) => !isFollowed(topic))]
  let length = 0
  let shownCount = 0
  for (const topic of ordered.slice(0, maxTopics)) {
    length += topicName(topic).length + paddingLength
    if (shownCount > 0 && length > rowLength) break
    shownCount += 1
  }
  return { shown: ordered.slice(0, shownCount), hidden: ordered.slice(shownCount) }
}
