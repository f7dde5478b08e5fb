import { useId } from 'react'
import { detectLanguage, textLanguages } from '#contract/kit/detectLanguage.ts'
import { language, perLanguage, t } from '#contract/kit/translate.ts'
import { useDraft } from '#web/kit/forms/useDraft.ts'
import { languageKey } from './chosenLanguage.ts'
import styles from './CommentComposer.module.css'

const languageNames = perLanguage((locale) => new Intl.DisplayNames(locale, { type: 'language' }))

type LanguageChoiceProps = { draft: string; text: string }

/**
 * The language of a text, in its form. It is shown only if the text seems to be in another language than the page, and once the
 * author has chosen one.
 */
export default function LanguageChoice({ draft, text }: LanguageChoiceProps) {
  const id = useId()
  const [chosen, setChosen] = useDraft(languageKey(draft))
  const detected = detectLanguage(text)
  const shown = chosen || detected
  if (shown === null || (shown === language() && chosen === '')) return null
  return (
    <span className={styles.language}>
      <label htmlFor={id}>{t('Language of the text')}</label>
      <select id={id} className="input" value={shown} onChange={({ target }) => setChosen(target.value)}>
        {[...new Set([shown, language(), ...textLanguages])].map((code) => (
          <option key={code} value={code}>
            {languageNames().of(code)}
          </option>
        ))}
      </select>
    </span>
  )
}
