import * as z from 'zod/mini'
import { endpoint } from '#contract/kit/endpoint.ts'

/** The steps of the welcome card above the feed, in the order in which the card shows them. */
export const welcomeSteps = ['topics', 'district', 'stance'] as const
export type WelcomeStep = (typeof welcomeSteps)[number]

/**
 * The number of topics that a member must follow to complete the first step. The SQL function `welcome_progress`
 * contains the same number.
 */
export const welcomeTopics = 3

const StepState = z.enum(['open', 'done', 'skipped'])

/**
 * The state of each step. A step is also done if the member completed it elsewhere, for example by taking a stance in
 * the feed.
 */
export const Welcome = z.object({ topics: StepState, district: StepState, stance: StepState })
export type Welcome = z.infer<typeof Welcome>

/**
 * Records that the member skipped a step, confirmed their district, or closed the card forever. As soon as no step is
 * open, the answer is null and stays null. `User.welcome` has the same state.
 */
export const updateWelcome = endpoint('PUT /api/welcome', {
  access: 'active',
  input: {
    skipped: z.optional(z.enum(welcomeSteps, { error: 'Invalid step' })),
    district_confirmed: z.optional(z.literal(true)),
    closed: z.optional(z.literal(true)),
  },
  output: { welcome: z.nullable(Welcome) },
  refuses: ['nothing_to_update', 'address_required'],
})
