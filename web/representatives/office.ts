import { placeText } from '#contract/placeTexts.ts'
import type { Representative } from '#contract/representatives.ts'
import { lastChecked } from '#web/kit/format.ts'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { partyName } from '#web/kit/partyName.ts'

/** Returns, for example, "U.S. Representative, New York 9 · Democratic". */
export function officeText({
  title,
  district,
  party,
}: Pick<Representative, 'title' | 'district' | 'party'>): string {
  return [
    [officeTitle(title), district && placeText(district)].filter(Boolean).join(', '),
    party && partyName(party),
  ]
    .filter(Boolean)
    .join(' · ')
}

/**
 * Names each source once, with the day when it was last checked.
 */
export function sourceText(representatives: readonly Representative[]): string {
  const texts = representatives.map(({ source_name, source_checked_at }) =>
    source_checked_at ? `${source_name}, ${lastChecked(source_checked_at)}` : source_name,
  )
  return [...new Set(texts)].join('; ')
}
