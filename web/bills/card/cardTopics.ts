import { topicKey, topicName } from '../../../contract/rules/topics.ts'

/** A collapsed card names at most this many topics. */
const mostTopics = 3
/** What fits in one row of the narrowest card, in characters; each topic also needs room for its padding and check. */
const rowLength = 44
const paddingLength = 5

/**
 * The topics that a collapsed card names, and those it only counts. Counted in characters, not measured, so that the
 * first paint is already right and nothing moves.
 */
export function cardTopics(topics: readonly string[], followedKeys: ReadonlySet<string>) {
  const isFollowed = (topic: string) => followedKeys.has(topicKey(topic))
  const ordered = [...topics.filter(isFollowed), ...topics.filter((topic) => !isFollowed(topic))]
  let length = 0
  let fitting = 0
  for (const topic of ordered.slice(0, mostTopics)) {
    length += topicName(topic).length + paddingLength
    if (fitting > 0 && length > rowLength) break
    fitting += 1
  }
  return { shown: ordered.slice(0, fitting), hidden: ordered.slice(fitting) }
}
