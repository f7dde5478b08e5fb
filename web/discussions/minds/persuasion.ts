import { t } from '#contract/kit/translate.ts'
import type { Persuasion } from '#contract/persuasion.ts'

/** Says how many people would not have changed their minds without a comment, or null if too few have answered. */
export function describePersuasion({ answers, low, high }: Persuasion): string | null {
  if (!answers || low === null || high === null) {
    return null
  }
  const { yes, no, unsure } = answers
  // The range of the answers "yes" is turned around, because the sentence is about the answers "no".
  const unsureWords = `${unsure} more ${unsure === 1 ? 'was' : 'were'} not sure.`
  return [
    t(
      '{no} of {value} people who answered say they would not have changed their mind without it (likely between {percent} and {percent2}).',
      { no, value: yes + no, percent: percent(1 - high), percent2: percent(1 - low) },
    ),
    ...(unsure > 0 ? [unsureWords] : []),
    t('People often misjudge what changed their mind.'),
  ].join(' ')
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}
