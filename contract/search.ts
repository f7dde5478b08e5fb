import * as z from 'zod/mini'
import { keywordMaxLength } from './bills/bills.ts'
import { endpoint, Id } from './kit/endpoint.ts'
import { UserCard } from './people.ts'
import { billStatuses, governmentLevels } from './rules/bills/billContent.ts'

/** The number of results of each kind: `short` for the list below the search field, `full` for the page of results. */
export const searchSizes = {
  short: { bills: 5, topics: 3, groups: 3, people: 3, representatives: 3 },
  full: { bills: 20, topics: 10, groups: 20, people: 20, representatives: 20 },
} as const
export type SearchSize = keyof typeof searchSizes

export const FoundBill = z.object({
  bill_id: Id,
  bill_code: z.string(),
  title: z.string(),
  government_level: z.enum(governmentLevels),
  jurisdiction: z.string(),
  status: z.enum(billStatuses),
})
export type FoundBill = z.infer<typeof FoundBill>

const FoundGroup = z.object({
  group_id: Id,
  group_name: z.string(),
  government_level: z.enum(governmentLevels),
  follower_count: z.number(),
  is_following: z.boolean(),
})

const FoundRepresentative = z.object({
  rep_id: z.string(),
  rep_name: z.string(),
  title: z.string(),
  party: z.nullable(z.string()),
  government_level: z.enum(governmentLevels),
  district: z.nullable(z.string()),
  photo_url: z.nullable(z.string()),
  office_phone: z.nullable(z.string()),
  contact_form_url: z.nullable(z.string()),
  /** True if the person represents the caller. */
  is_own: z.boolean(),
})

export const SearchResults = z.object({
  /** True if the query has fewer than `minSearchLength` letters or digits. Such a query finds nothing. */
  is_too_short: z.boolean(),
  bills: z.array(FoundBill),
  /** The number of bills that match. `total_is_exact` is false if there are more. */
  bill_total: z.number(),
  total_is_exact: z.boolean(),
  topics: z.array(z.object({ topic: z.string(), bill_count: z.number() })),
  groups: z.array(FoundGroup),
  /** Active members with a public profile, without those that the caller muted. */
  people: z.array(z.omit(UserCard, { muted: true })),
  /** People who are in office today. */
  representatives: z.array(FoundRepresentative),
})
export type SearchResults = z.infer<typeof SearchResults>

/**
 * Searches everything. Bills are matched by keyword, as in the feed. Everything else is matched by the beginnings of
 * the words of its name.
 */
export const searchEverything = endpoint('GET /api/search', {
  access: 'user',
  input: {
    q: z._default(z.string().check(z.maxLength(keywordMaxLength)), ''),
    size: z._default(z.enum(['short', 'full'], { error: 'Invalid size' }), 'short'),
  },
  output: SearchResults.shape,
})
