import type { Bill } from '#contract/bills/bills.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'

/**
 * Returns the content of an element with the summary of a bill, and its `lang`. The summary is in the reader's language if Hurd's own
 * words have been translated, else in English.
 */
export function summaryContent({ summary, translation }: Pick<Bill, 'summary' | 'translation'>) {
  const translated = recordLanguage && translation?.summary
  return translated ? { children: translated } : { lang: recordLanguage, children: summary }
}
