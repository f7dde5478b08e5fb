import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/** The steps of the welcome card above the feed, in their order. */
export const welcomeSteps = ['topics', 'district', 'stance'] as const
export type WelcomeStep = (typeof welcomeSteps)[number]

/** How many topics a member follows to complete the first step. The SQL function `welcome_progress` has the same number. */
export const welcomeTopics = 3

const StepState = z.enum(['open', 'done', 'skipped'])

/**
 * The state of each step. A step that the member has completed in any other way, for example by taking a stance in the
 * feed, is done.
 */
export const Welcome = z.object({ topics: StepState, district: StepState, stance: StepState })
export type Welcome = z.infer<typeof Welcome>

/**
 * + Records that the member skipped a step, confirmed their district, or closed the card for good. The answer is null
 * once no step is open; it stays null after that. The same state is in `User.welcome`.
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
