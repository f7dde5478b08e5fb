import { useMutation } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { language, t } from '#contract/kit/translate.ts'
import { translateText, type TranslatedPart, type TranslatedTarget } from '#contract/translations.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { Spinner, TextButton } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { MentionText } from '#web/people/MentionText.tsx'
import { canTranslate } from './pairs.ts'
import styles from './Translatable.module.css'

type TranslatableProps = {
  target_type: TranslatedTarget
  target_id: string
  content: string
  language: string | null
  /** Shows the text, or its translation, in the element of the caller. */
  children: (text: ReactNode, lang: string | undefined) => ReactNode
}

/**
 * A text of a member. Below a text in another language, a signed-in reader can have it translated if the instance has a program for
 * it. The translation takes the place of the text, is marked as one, and one press brings the original back.
 */
export function Translatable({
  target_type,
  target_id,
  content,
  language: from,
  children,
}: TranslatableProps) {
  const { user } = useSession()
  const [isShown, setIsShown] = useState(false)
  const translation = useMutation({
    mutationFn: () => call(translateText, { target_type, target_id, to: language() }),
    onSuccess: () => {
      setIsShown(true)
      announce(t('Machine translation'))
    },
  })
  const { data, error, isPending } = translation
  const parts = isShown && data ? data.parts : null
  return (
    <>
      {parts
        ? children(<Parts parts={parts} from={from} />, undefined)
        : children(<MentionText text={content} />, langOf(from))}
      {user !== null && canTranslate(from) && (
        <div className={styles.line}>
          {parts && (
            <span className={styles.mark}>
              <Languages aria-hidden="true" />
              {t('Machine translation')}
            </span>
          )}
          {/* One button for both so that it keeps the focus. */}
          <TextButton
            aria-disabled={isPending || undefined}
            onClick={() => {
              if (isPending) return
              if (data) setIsShown(!isShown)
              else translation.mutate()
            }}
          >
            {isPending && <Spinner />}
            {isPending ? t('Translating') : parts ? t('Show original') : t('Translate')}
          </TextButton>
          {parts?.some(({ is_translated }) => !is_translated) && (
            <p className={styles.note}>
              {t('Sentences that cannot be translated reliably are shown as they were written.')}
            </p>
          )}
          {error && !isPending && (
            <div role="alert">
              <FieldError>{messageOf(error)}</FieldError>
            </div>
          )}
        </div>
      )}
    </>
  )
}

function Parts({ parts, from }: { parts: readonly TranslatedPart[]; from: string | null }) {
  return parts.map(({ text, is_translated }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one translation never change
    <span key={index} lang={is_translated ? undefined : langOf(from)}>
      <MentionText text={text} />
    </span>
  ))
}
