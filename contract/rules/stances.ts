import * as z from 'zod/mini'

export const stances = ['support', 'oppose', 'neutral', 'learning'] as const

export const Stance = z.enum(stances, { error: 'Invalid stance' })
export type Stance = z.infer<typeof Stance>

export const StanceCounts = z.object({
  support_count: z.number(),
  oppose_count: z.number(),
  neutral_count: z.number(),
  learning_count: z.number(),
})
export type StanceCounts = z.infer<typeof StanceCounts>

/** The words for each stance inside a sentence. */
export const stanceProse: Record<Stance, string> = {
  support: 'support',
  oppose: 'oppose',
  neutral: 'neutral',
  learning: 'still learning',
}

/** The words for the stance of a comment's author, shown as a tag beside the name. */
export const stanceTagLabels: Record<Stance, string> = {
  support: 'Supports',
  oppose: 'Opposes',
  neutral: 'Neutral',
  learning: 'Unsure',
}

export function stanceCount(counts: StanceCounts, stance: Stance): number {
  return counts[`${stance}_count`]
}

export function stanceTotal(counts: StanceCounts): number {
  return stances.reduce((sum, stance) => sum + stanceCount(counts, stance), 0)
}

/** Returns all four counts as text, for screen readers and print. */
export function describeStances(counts: StanceCounts, separator = ', '): string {
  return stances
    .map((stance) => `${stanceProse[stance]} ${stanceCount(counts, stance).toLocaleString('en-US')}`)
    .join(separator)
}
