import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { OptionalPart } from '#web/kit/ui/Boundary.tsx'
import type { MentionSuggestionsProps } from './mentionField.ts'

const MentionList = lazyPart(() => import('./MentionList.tsx'))

/** The members that a typed @ suggests. The code is loaded with the first @. The parent of the field positions the list. */
export function MentionSuggestions({ typed, ...props }: MentionSuggestionsProps) {
  return <OptionalPart>{typed && <MentionList typed={typed} {...props} />}</OptionalPart>
}
