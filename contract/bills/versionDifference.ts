import { formatNumber } from '#contract/kit/format.ts'
import { plural, t } from '#contract/kit/translate.ts'
import type { BillVersion } from './versions.ts'

type Difference = Pick<BillVersion, 'sections' | 'sections_changed' | 'sections_added' | 'sections_removed'>

/** Returns, for example, "3 of 12 sections differ and 1 is new", or null if the version has no sections. */
export function differenceWords(version: Difference): string | null {
  const { sections, sections_changed, sections_added, sections_removed } = version
  if (!sections) {
    return null
  }
  const verbs: readonly (readonly [number | null, string, string])[] = [
    [sections_changed, 'differs', 'differ'],
    [sections_added, 'is new', 'are new'],
    [sections_removed, 'was removed', 'were removed'],
  ]
  const parts = verbs.flatMap(([count, singular, plural]) =>
    count ? [{ count, words: count === 1 ? singular : plural }] : [],
  )
  const texts = parts.map(({ count, words }, index) => {
    if (index > 0) {
      return `${formatNumber(count)} ${words}`
    }
    const subject = sections_changed
      ? `${formatNumber(count)} of ${plural(sections, '{n} section|{n} sections')}`
      : plural(count, '{n} section|{n} sections')
    return `${subject} ${words}`
  })
  const last = texts.pop()
  if (last === undefined) {
    return null
  }
  return texts.length > 0 ? t('{join} and {last}', { join: texts.join(', '), last }) : last
}
