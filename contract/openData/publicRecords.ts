import * as z from 'zod/mini'
import { committeeActivities, relationTypes } from '../bills/billParts.ts'
import { eventStatuses } from '../bills/committees.ts'
import { sessionStates } from '../bills/legislativeSessions.ts'
import { Id, Time } from '../kit/endpoint.ts'
import { endReasons, startReasons } from '../representatives/representatives.ts'
import { billStatuses, governmentLevels } from '../rules/bills/billContent.ts'
import { actionClasses, stageIds } from '../rules/bills/billParts.ts'
import { billUpdateTypes } from '../rules/bills/billUpdates.ts'
import { documentTypes, TextBlock, textFormats, versionKinds } from '../rules/bills/billVersions.ts'
import { motionClassifications, voteDirections } from '../rules/bills/motionClassification.ts'
import { voteOptions } from '../rules/bills/voteTally.ts'

/* The records of the public API and of the bulk files. None has a field about members other than the rounded aggregates. */

/** YYYY-MM-DD. */
const Day = z.string()
const Text = z.nullable(z.string())
const Count = z.nullable(z.number())

/** Where a record comes from. `credit` must be shown wherever the record is. */
export const PublicSource = z.object({
  name: z.string(),
  /** The record at the source. */
  url: Text,
  /** An SPDX license id; null where records are public without one. */
  license: Text,
  terms: z.string(),
  credit: Text,
  checked_at: z.nullable(Time),
})
export type PublicSource = z.infer<typeof PublicSource>

export const PublicBill = z.object({
  bill_id: Id,
  bill_code: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Whether the summary is the source's or was written for Hurd. */
  summary_by: z.enum(['source', 'hurd']),
  topics: z.array(z.string()),
  government_level: z.enum(governmentLevels),
  jurisdiction: z.string(),
  session: Text,
  status: z.enum(billStatuses),
  /** "Passed the House · Next: the Senate" */
  progress_line: Text,
  introduced_at: Time,
  latest_action_at: Time,
  /** When Hurd last learned something new about the bill. */
  changed_at: Time,
  source: PublicSource,
})
export type PublicBill = z.infer<typeof PublicBill>

export const PublicSponsorship = z.object({
  name: z.string(),
  classification: z.enum(['primary', 'cosponsor']),
  entity_type: z.enum(['person', 'organization']),
  party: Text,
  district: Text,
  rep_id: Text,
  sponsored_on: Text,
  withdrawn_on: Text,
})

export const PublicAction = z.object({
  acted_on: Text,
  chamber: Text,
  description: z.string(),
  classification: z.enum(actionClasses),
  stage: z.enum(stageIds),
  vote_event_id: z.nullable(Id),
})

export const PublicCommittee = z.object({
  committee_id: Text,
  name: z.string(),
  chamber: Text,
  parent_name: Text,
  activity: z.enum(committeeActivities),
  occurred_on: Text,
})

export const PublicRelatedBill = z.object({
  bill_id: z.nullable(Id),
  bill_code: z.string(),
  relation_type: z.enum(relationTypes),
  identified_by: z.string(),
})

export const PublicVersion = z.object({
  bill_id: Id,
  version_no: z.number(),
  code: Text,
  label: z.string(),
  document_type: z.enum(documentTypes),
  printed_on: Text,
  first_seen_at: Time,
  text_format: z.nullable(z.enum(textFormats)),
  kind: z.nullable(z.enum(versionKinds)),
  sections: Count,
  word_count: Count,
  compared_with: Count,
  words_changed: Count,
  sections_changed: Count,
  sections_added: Count,
  sections_removed: Count,
  sections_moved: Count,
  is_current: z.boolean(),
  source: PublicSource,
})
export type PublicVersion = z.infer<typeof PublicVersion>

export const PublicSection = z.object({
  key: z.string(),
  path: z.array(z.string()),
  number: z.string(),
  title: z.string(),
  blocks: z.array(TextBlock),
})

export const PublicVoteEvent = z.object({
  vote_event_id: Id,
  bill_id: z.nullable(Id),
  /** The body that voted: "us/house", "mi/upper", "ny/place:new_york/council". */
  organization: z.string(),
  session: z.string(),
  number: Count,
  voted_on: Day,
  voted_at: z.nullable(Time),
  motion_text: z.string(),
  motion_classification: z.enum(motionClassifications),
  /** Whether a yes supports the bill. */
  direction: z.enum(voteDirections),
  /** Whether the vote decides on the bill itself, in a full chamber or council. */
  decides_on_bill: z.boolean(),
  majority_required: Text,
  result: Text,
  result_is_unclear: z.boolean(),
  yes_count: Count,
  no_count: Count,
  abstain_count: Count,
  not_voting_count: Count,
  absent_count: Count,
  other_count: Count,
  listed_count: z.number(),
  /** False if the roll lists fewer yes or no votes than were counted. */
  is_complete: z.boolean(),
  source: PublicSource,
})
export type PublicVoteEvent = z.infer<typeof PublicVoteEvent>

export const PublicPersonVote = z.object({
  voter_name: z.string(),
  party: Text,
  state: Text,
  district: Text,
  rep_id: Text,
  option: z.enum(voteOptions),
  source_option: Text,
})

const PublicTerm = z.object({
  title: z.string(),
  organization: Text,
  government_level: z.enum(governmentLevels),
  division: z.string(),
  district: Text,
  party: Text,
  from: Text,
  /** The day after the last one. */
  to: Text,
  start_reason: z.enum(startReasons),
  end_reason: z.nullable(z.enum(endReasons)),
  /** How to reach the office, for terms that cover today. */
  office_phone: Text,
  office_email: Text,
  contact_form_url: Text,
})

export const PublicRepresentative = z.object({
  rep_id: z.string(),
  rep_name: z.string(),
  photo_url: Text,
  /** Newest first. */
  terms: z.array(PublicTerm),
  source: PublicSource,
})
export type PublicRepresentative = z.infer<typeof PublicRepresentative>

/** A body whose bills the instance has. */
export const PublicJurisdiction = z.object({
  jurisdiction: z.string(),
  government_level: z.enum(governmentLevels),
  source: PublicSource,
})
export type PublicJurisdiction = z.infer<typeof PublicJurisdiction>

export const PublicCommitteeRecord = z.object({
  committee_id: z.string(),
  /** The body it belongs to: "us/house", "mi/lower". */
  organization: z.string(),
  name: z.string(),
  /** Null for a committee that is not a subcommittee. */
  parent_id: Text,
  source: PublicSource,
})
export type PublicCommitteeRecord = z.infer<typeof PublicCommitteeRecord>

export const PublicCommitteeMember = z.object({
  name: z.string(),
  rep_id: Text,
  role: z.string(),
  from: Text,
  /** The day after the last one. */
  to: Text,
})

export const PublicEvent = z.object({
  event_id: z.string(),
  organization: z.string(),
  committee_id: Text,
  jurisdiction: z.string(),
  name: z.string(),
  /** Null if the source gives only a day. */
  starts_at: z.nullable(Time),
  starts_on: Day,
  is_all_day: z.boolean(),
  time_zone: z.string(),
  location: Text,
  status: z.enum(eventStatuses),
  /** The deferred event that this one replaces. */
  replaces_event_id: Text,
  /** The bills on its agenda. */
  bills: z.array(z.object({ bill_id: Id, agenda_item: Text })),
  source: PublicSource,
})
export type PublicEvent = z.infer<typeof PublicEvent>

export const PublicSession = z.object({
  jurisdiction: z.string(),
  identifier: z.string(),
  name: z.string(),
  classification: z.enum(['regular', 'special']),
  start_date: Day,
  end_date: Text,
  last_day_for_bills: Text,
  carry_over: z.enum(['yes', 'no', 'limited', 'unknown']),
  state: z.enum(sessionStates),
  source: PublicSource,
})
export type PublicSession = z.infer<typeof PublicSession>

export const PublicUpdate = z.object({
  update_id: z.number(),
  bill_id: Id,
  update_type: z.enum(billUpdateTypes),
  summary: z.string(),
  occurred_on: Text,
  first_seen_at: Time,
  corrects_update_id: Count,
  source: PublicSource,
})
export type PublicUpdate = z.infer<typeof PublicUpdate>

export const PublicAggregate = z.object({
  bill_id: Id,
  /** "ocd-division/country:us" for all members, or a state, congressional district or county. */
  division: z.string(),
  /** Too few stances, or they could be found by comparing with other numbers. Then all five are null. */
  is_withheld: z.boolean(),
  /** Rounded to the nearest 5; null for a side of fewer than 10. */
  support: Count,
  oppose: Count,
  neutral: Count,
  learning: Count,
  total: Count,
  released_on: Day,
  source: PublicSource,
})
export type PublicAggregate = z.infer<typeof PublicAggregate>
