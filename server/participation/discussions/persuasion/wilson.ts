import { minMindChangeAnswers, type Persuasion } from '#contract/persuasion.ts'

/** The numbers of answers, without those that are left out. */
export type Answers = { yes: number; no: number; unsure: number; left_out: number; credited_changes: number }

/** The 95% quantile of the normal distribution. */
const z = 1.6448536269514722

/** Returns the 90% range of a share by Wilson's method. */
export function wilson(hits: number, all: number): { low: number; high: number } {
  if (all === 0) return { low: 0, high: 1 }
  const share = hits / all
  const scale = 1 + z ** 2 / all
  const center = share + z ** 2 / (2 * all)
  const half = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))
  return { low: Math.max(0, (center - half) / scale), high: Math.min(1, (center + half) / scale) }
}

export function persuasionOf({ yes, no, unsure, left_out, credited_changes }: Answers): Persuasion {
  const all = yes + no
  if (all < minMindChangeAnswers) {
    return { credited_changes, answers: null, share: null, low: null, high: null, left_out: null }
  }
  return { credited_changes, answers: { yes, no, unsure }, share: yes / all, ...wilson(yes, all), left_out }
}
