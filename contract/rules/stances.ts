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

/** The stances of a comment's author on the bill. Both are null if the viewer may not see them, or if the comment is deleted or hidden. */
export const authorStances = {
  /** The current stance. Null if the author has none. */
  user_stance: z.nullable(Stance),
  /** The stance when the comment was written. Null if the author had none then. */
  stance_when_written: z.nullable(Stance),
}
export type AuthorStances = z.infer<z.ZodMiniObject<typeof authorStances>>

/** The words for each stance inside a sentence. */
export const stanceProse: Record<Stance, string> = {
  support: 'support',
  oppose: 'oppose',
  neutral: 'neutral',
  learning: 'still learning',
}

/** The words for the stance of a comment's author, shown as a tag beside the name. */
const stanceTagLabels: Record<Stance, string> = {
  support: 'Supports',
  oppose: 'Opposes',
  neutral: 'Neutral',
  learning: 'Unsure',
}

const stancesWhenWritten: Record<Stance, string> = {
  support: 'supported when written',
  oppose: 'opposed when written',
  neutral: 'neutral when written',
  learning: 'unsure when written',
}

/**
 * Returns the words of the tag of a comment's author: the current stance, and in `earlier` the stance when the comment was
 * written if that was another one. Null if there is nothing to show.
 */
export function stanceTag(
  now: Stance | null,
  whenWritten: Stance | null,
): { label: string; earlier: string | null } | null {
  const earlier = whenWritten && whenWritten !== now ? `(${stancesWhenWritten[whenWritten]})` : null
  if (now) return { label: stanceTagLabels[now], earlier }
  return earlier === null ? null : { label: 'No stance', earlier }
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
