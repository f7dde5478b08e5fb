import { t } from '#contract/kit/translate.ts'

/**
 * Returns the name of the section of the bill that a point of a digest is about. Most sections have only a number or a
 * letter in the digest, and others already read as a name ("Title II", "§ 3", "Whereas clauses").
 */
export function digestSectionName(number: string): string {
  return /^\d/.test(number) ? t('Section {number}', { number }) : number
}
