import { formatDay } from './format.ts'
import { t } from './translate.ts'

/** The English form of a text that Hurd stores, and its text in the catalogs. Its groups are the placeholders. */
export type StoredText = readonly [pattern: RegExp, text: string]

type ValueOf = Readonly<Record<string, (value: string) => string>>

/** Finds the text of a stored text with the values of its placeholders. Null if no pattern knows it. */
export function matchStored(
  patterns: readonly StoredText[],
  english: string,
  valueOf: ValueOf = {},
): { text: string; values: Record<string, string> } | null {
  for (const [pattern, text] of patterns) {
    const match = pattern.exec(english)
    if (!match) continue
    // A group that is optional has no value.
    const groups: Record<string, string | undefined> = match.groups ?? {}
    const values = Object.entries(groups).map(([name, value = '']): [string, string] => [
      name,
      valueOf[name]?.(value) ?? value,
    ])
    return { text, values: Object.fromEntries(values) }
  }
  return null
}

/**
 * Returns a text that Hurd stored in English in the reader's language. One stored text is for all readers. `valueOf` translates
 * the values of placeholders. A text that no pattern knows, such as the words of an official record, stays as it is.
 */
export function storedText(patterns: readonly StoredText[], english: string, valueOf?: ValueOf): string {
  const match = matchStored(patterns, english, valueOf)
  return match ? t(match.text, match.values) : english
}

/** Returns a day that is stored in words, such as "June 3, 2026", in the reader's language. */
export function storedDay(english: string): string {
  return formatDay(isoDay(english))
}

/** Returns a day that is stored in words as YYYY-MM-DD. */
export function isoDay(english: string): string {
  return new Date(`${english} UTC`).toISOString().slice(0, 10)
}
