import { t } from '#contract/kit/translate.ts'
import { recordLanguage } from './recordLanguage.ts'

const names: Readonly<Record<string, string>> = {
  D: t('Democratic'),
  R: t('Republican'),
  I: t('Independent'),
  ID: t('Independent Democrat'),
  // The server counts sponsors without a party under this word.
  Unknown: t('of unknown party'),
  ...(recordLanguage && {
    Democratic: t('Democratic'),
    Republican: t('Republican'),
    Independent: t('Independent'),
  }),
}

/** Returns the name of a party in the reader's language. Any other party is shown as the record has it. */
export function partyName(party: string): string {
  return names[party] ?? party
}
