import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { OptionalPart } from '#web/kit/ui/Boundary.tsx'
import { chosenLanguage } from './chosenLanguage.ts'

const LanguageChoice = lazyPart(() => import('./LanguageChoice.tsx'))

/** A shorter text is not recognized. */
const minLength = 12

/** The language of a text that is being written. The code that recognizes it is loaded when there are some words. */
export function TextLanguage({ draft, text }: { draft: string; text: string }) {
  return (
    <OptionalPart>
      {(text.length >= minLength || chosenLanguage(draft) !== '') && (
        <LanguageChoice draft={draft} text={text} />
      )}
    </OptionalPart>
  )
}
