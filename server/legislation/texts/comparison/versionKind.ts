import type { TextFormat, VersionKind } from '#contract/bills/versions.ts'
import type { Comparison } from './compare.ts'

/** A change of at most this many words is minor, unless it changes a number or a binding word such as "shall". */
const maxMinorWords = 5

/** Returns how a new version differs from the previous one, for people who read the previous one. */
export function kindOf(
  { substance }: Pick<Comparison, 'substance'>,
  older: TextFormat | null,
  newer: TextFormat | null,
): VersionKind {
  if (substance.isUnchanged) return 'unchanged'
  // Each format divides a text into paragraphs differently, so a difference may come from the format alone.
  if (older !== newer) return 'unknown'
  const hasAddedOrRemovedSections = substance.sections_added + substance.sections_removed > 0
  const isMinor =
    !hasAddedOrRemovedSections &&
    !substance.operative_terms_changed &&
    substance.words_changed <= maxMinorWords
  return isMinor ? 'minor' : 'material'
}
