import type { Follow, Update } from '#contract/alerts.ts'
import { placeName } from '#contract/placeTexts.ts'
import { topicName } from '#contract/topics.ts'

type Target = Pick<Follow, 'target_id' | 'name'> & { target_type: Update['reason']['target_type'] }

/** Returns the name of what is followed in the reader's language. The server names it in English. */
export function targetText({ target_type, target_id, name }: Target): string {
  if (target_type === 'topic') {
    return topicName(target_id)
  }
  return target_type === 'jurisdiction' ? placeName(target_id) : name
}
