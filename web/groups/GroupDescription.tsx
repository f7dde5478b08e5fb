import { groupText } from '#contract/storedTexts.ts'
import { detectedLang } from '#web/kit/detectedLang.ts'

/**
 * What a group is for. A text of Hurd is in the reader's language. A text that an operator imported stays as it is, and its language,
 * which the import does not say, is marked if it is recognized.
 */
export function GroupDescription({ text, className }: { text: string; className: string | undefined }) {
  const shown = groupText(text)
  return (
    <p className={className} lang={shown === text ? detectedLang(text) : undefined}>
      {shown}
    </p>
  )
}
