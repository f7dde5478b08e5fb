import { plural, t } from '#contract/kit/translate.ts'
import type { Persuasion } from '#contract/persuasion.ts'
import { formatNumber } from '#web/kit/format.ts'

/** Says how many people would not have changed their minds without a comment, or null if too few have answered. */
export function describePersuasion({ answers, low, high }: Persuasion): string | null {
  if (!answers || low === null || high === null) {
    return null
  }
  const { yes, no, unsure } = answers
  // The range of the answers "yes" is turned around, because the sentence is about the answers "no".
  return [
    t(
      '{count} of {total} people who answered say they would not have changed their mind without it (likely between {low} and {high}).',
      {
        count: formatNumber(no),
        total: formatNumber(yes + no),
        low: percent(1 - high),
        high: percent(1 - low),
      },
    ),
    ...(unsure > 0 ? [plural(unsure, '{n} more was not sure.|{n} more were not sure.')] : []),
    t('People often misjudge what changed their mind.'),
  ].join(' ')
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}
