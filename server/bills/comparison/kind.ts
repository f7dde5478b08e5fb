import type { TextFormat, VersionKind } from '../../../contract/rules/billVersions.ts'
import type { Comparison } from './compare.ts'

/** Up to this many changed words without any change of numbers or binding words are a minor change. */
const fewWords = 5

/** What a new version means for people who read the one before it. */
export function kindOf(
  { substance }: Pick<Comparison, 'substance'>,
  older: TextFormat | null,
  newer: TextFormat | null,
): VersionKind {
  if (substance.isUnchanged) return 'unchanged'
  // Formats cut a text into paragraphs differently, so a difference may come from the format alone.
  if (older !== newer) return 'unknown'
  const hasNewOrRemoved = substance.sections_added + substance.sections_removed > 0
  const isMinor =
    !hasNewOrRemoved && !substance.operative_terms_changed && substance.words_changed <= fewWords
  return isMinor ? 'minor' : 'material'
}
