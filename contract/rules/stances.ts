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

/** How a stance is written inside a sentence. */
export const stanceProse: Record<Stance, string> = {
  support: 'support',
  oppose: 'oppose',
  neutral: 'neutral',
  learning: 'still learning',
}
