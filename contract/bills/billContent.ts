import * as z from 'zod/mini'
import { msg, t } from '#contract/kit/translate.ts'

export const governmentLevels = ['federal', 'state', 'local'] as const
export type GovernmentLevel = (typeof governmentLevels)[number]

export const billStatuses = ['introduced', 'engrossed', 'active', 'passed', 'rejected', 'pending'] as const
export type BillStatus = (typeof billStatuses)[number]

export const statusLabels: Record<BillStatus, string> = {
  introduced: msg('Introduced'),
  engrossed: msg('Engrossed'),
  active: msg('[bill]Active'),
  passed: msg('Passed'),
  rejected: msg('Rejected'),
  pending: msg('Pending'),
}

/**
 * The meaning of each status in plain words, for bills of whose progress nothing is known. `statusMeaning` in
 * progress.ts explains the status of all others.
 */
export const statusMeanings: Record<BillStatus, string> = {
  introduced: msg('It has been proposed.'),
  pending: msg('It is waiting for a decision.'),
  engrossed: msg('One chamber has passed it. The other has not yet.'),
  active: msg('Under consideration.'),
  passed: msg('It has passed.'),
  rejected: msg('It did not pass.'),
}

export const Sponsor = z.object({
  name: z.string(),
  party: z.nullable(z.string()),
  /** "Sponsor" or "Cosponsor" */
  role: z.string(),
  district: z.nullable(z.string()),
})
export type Sponsor = z.infer<typeof Sponsor>

export const BillAction = z.object({
  /** The date as YYYY-MM-DD. */
  date: z.string(),
  text: z.string(),
  chamber: z.nullable(z.string()),
})
export type BillAction = z.infer<typeof BillAction>

/** The maximum number of cosponsors that are listed by name. The others are only counted. */
export const listedCosponsors = 3

/** Returns a sponsor as text, such as "Jane Doe (D, CA-12)". */
export function sponsorText({ name, party, district }: Omit<Sponsor, 'role'>): string {
  const affiliation = [party && t(party), district].filter(Boolean).join(', ')
  return affiliation ? `${name} (${affiliation})` : name
}

/**
 * Sorts actions newest first. The server lists them oldest first, so reversing them before the stable sort also
 * reverses actions of the same day.
 */
export function newestFirst(actions: readonly BillAction[]): BillAction[] {
  return actions.toReversed().toSorted((a, b) => b.date.localeCompare(a.date))
}

export const BillSection = z.object({ number: z.string(), title: z.string(), content: z.string() })
export type BillSection = z.infer<typeof BillSection>

export const BillSections = z.object({
  /** A note that is shown above the sections if they are a summary by Hurd instead of the text of the bill. */
  note: z.optional(z.string()),
  sections: z.array(BillSection),
})
export type BillSections = z.infer<typeof BillSections>
