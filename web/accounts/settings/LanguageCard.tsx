import { languageParameter } from '#contract/kit/languages.ts'
import { language, t } from '#contract/kit/translate.ts'
import { SettingsCard } from './SettingsCard.tsx'
import styles from './Settings.module.css'

/** The build replaces this name with the languages of the pages. */
declare const builtLanguages: readonly { code: string; name: string }[]

/** Chooses the language of the pages and emails. Each link loads this page again in its language. */
export function LanguageCard() {
  return (
    <SettingsCard title={t('Language')}>
      <div className={styles.body}>
        <p className="muted">{t('The language of the pages and of the emails that we send you.')}</p>
        <ul className={styles.languages}>
          {builtLanguages.map(({ code, name }) => (
            <li key={code}>
              {code === language() ? (
                <span aria-current="true">{name}</span>
              ) : (
                <a href={`?${languageParameter}=${code}`} lang={code} hrefLang={code}>
                  {name}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </SettingsCard>
  )
}
