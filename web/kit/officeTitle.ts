import { t } from '#contract/kit/translate.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'

/** The titles of offices that the records name. Any other title, and every title in English, is shown as the record has it. */
const titles: Readonly<Record<string, string>> | undefined = recordLanguage && {
  'U.S. Senator': t('U.S. Senator'),
  'U.S. Representative': t('U.S. Representative'),
  'U.S. Delegate': t('U.S. Delegate'),
  'Resident Commissioner': t('Resident Commissioner'),
  'State Senator': t('State Senator'),
  'State Representative': t('State Representative'),
  'State Delegate': t('State Delegate'),
  'State Assembly Member': t('State Assembly Member'),
  'Council Member': t('Council Member'),
  Governor: t('Governor'),
  Mayor: t('Mayor'),
}

/** Returns the title of an office in the reader's language. */
export function officeTitle(title: string): string {
  return titles?.[title] ?? title
}

/** Returns the title within a sentence, such as "council member". "U.S." and places, as in "senator of Puerto Rico", keep their capitals. */
export function officeInSentence(title: string): string {
  const shown = officeTitle(title)
  if (shown.startsWith('U.S.')) return shown
  const [office = '', ...place] = shown.split(/(?= of )/)
  return office.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase()) + place.join('')
}
