import * as z from 'zod/mini'
import { msg, numberFormat, t } from '#contract/kit/translate.ts'

export const stances = ['support', 'oppose', 'neutral', 'learning'] as const

export const Stance = z.enum(stances, { error: msg('Invalid stance') })
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
  /** The current stance, or null if the author has none. */
  user_stance: z.nullable(Stance),
  /** The stance when the comment was written, or null if the author had none then. */
  stance_when_written: z.nullable(Stance),
}
export type AuthorStances = z.infer<z.ZodMiniObject<typeof authorStances>>

/** The words for each stance inside a sentence. */
export const stanceProse: Record<Stance, string> = {
  support: msg('support'),
  oppose: msg('oppose'),
  neutral: msg('neutral'),
  learning: msg('still learning'),
}

/** The words for the stance of a comment's author, shown as a tag beside the name. */
const stanceTagLabels: Record<Stance, string> = {
  support: msg('Supports'),
  oppose: msg('Opposes'),
  neutral: msg('Neutral'),
  learning: msg('[stance]Unsure'),
}

const stancesWhenWritten: Record<Stance, string> = {
  support: msg('supported when written'),
  oppose: msg('opposed when written'),
  neutral: msg('neutral when written'),
  learning: msg('unsure when written'),
}

/**
 * Returns the words of the tag of a comment's author: the current stance, and in `earlier` the stance when the comment was
 * written if that was another one. Null if there is nothing to show.
 */
export function stanceTag(
  now: Stance | null,
  whenWritten: Stance | null,
): { label: string; earlier: string | null } | null {
  const earlier = whenWritten && whenWritten !== now ? `(${t(stancesWhenWritten[whenWritten])})` : null
  if (now) {
    return { label: t(stanceTagLabels[now]), earlier }
  }
  return earlier === null ? null : { label: t('No stance'), earlier }
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
    .map((stance) => `${t(stanceProse[stance])} ${numberFormat().format(stanceCount(counts, stance))}`)
    .join(separator)
}

/**
 * The fill colors of the stances. Pictures drawn by the server use them directly. web/tokens.css repeats them, because
 * stylesheets cannot read TypeScript, and scripts/check/css.test.ts checks that both are the same.
 */
export const stanceColors: Record<Stance, { light: string; dark: string }> = {
  support: { light: '#099052', dark: '#37b976' },
  oppose: { light: '#d03c39', dark: '#ed6865' },
  neutral: { light: '#c67800', dark: '#f0a63c' },
  learning: { light: '#0193ce', dark: '#61c4f4' },
}

/**
 * A count that is divided by place, group or earlier stance is shown from this many members on. A smaller one could reveal
 * what a single member thinks. docs/decisions/057 lists the counts and the floor of each.
 */
export const minShownMembers = 5

type Flow = { from: Stance; to: Stance; members: number }

/**
 * Returns the moves that may be shown, largest first, and the total number of members in all other moves. A move by few
 * members is only counted, because it could reveal what a single member thought before. If all others together are few,
 * the smallest shown move is counted with them.
 */
export function shownFlows(all: readonly Flow[]): { members: number; flows: Flow[]; other_members: number } {
  const members = sum(all)
  const flows = all
    .filter((flow) => flow.members >= minShownMembers)
    .toSorted((flow, other) => other.members - flow.members)
  const others = members - sum(flows)
  if (others > 0 && others < minShownMembers) {
    flows.pop()
  }
  return { members, flows, other_members: members - sum(flows) }
}

function sum(flows: readonly Flow[]): number {
  return flows.reduce((total, flow) => total + flow.members, 0)
}
