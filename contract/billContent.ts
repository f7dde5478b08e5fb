import * as z from 'zod/mini'

export const governmentLevels = ['federal', 'state', 'local'] as const
export type GovernmentLevel = (typeof governmentLevels)[number]

export const billStatuses = ['introduced', 'engrossed', 'active', 'passed', 'rejected', 'pending'] as const
export type BillStatus = (typeof billStatuses)[number]

export const statusLabels: Record<BillStatus, string> = {
  introduced: 'Introduced',
  engrossed: 'Engrossed',
  active: 'Active',
  passed: 'Passed',
  rejected: 'Rejected',
  pending: 'Pending',
}

export const Sponsor = z.object({
  name: z.string(),
  party: z.nullable(z.string()),
  /** "Sponsor" or "Cosponsor". */
  role: z.string(),
  district: z.nullable(z.string()),
})
export type Sponsor = z.infer<typeof Sponsor>

export const BillAction = z.object({
  /** YYYY-MM-DD. */
  date: z.string(),
  text: z.string(),
  chamber: z.nullable(z.string()),
})
export type BillAction = z.infer<typeof BillAction>

export const BillSection = z.object({ number: z.string(), title: z.string(), content: z.string() })
export type BillSection = z.infer<typeof BillSection>

export const BillSections = z.object({
  /** Shown above the sections when they are a summary by Hurd instead of the text of the bill. */
  note: z.optional(z.string()),
  sections: z.array(BillSection),
})
export type BillSections = z.infer<typeof BillSections>
