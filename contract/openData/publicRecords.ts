import * as z from 'zod/mini'
import { billUpdateTypes } from '#contract/alerts.ts'
import { billStatuses, governmentLevels } from '#contract/bills/billContent.ts'
import { committeeActivities, relationTypes } from '#contract/bills/billParts.ts'
import { actionClasses, stageIds } from '#contract/bills/progress.ts'
import { documentTypes, TextBlock, textFormats, versionKinds } from '#contract/bills/versions.ts'
import { eventStatuses } from '#contract/hearings.ts'
import { Id, Time } from '#contract/kit/endpoint.ts'
import { endReasons, startReasons } from '#contract/representatives.ts'
import { sessionStates } from '#contract/sessions.ts'
import { motionClassifications, voteDirections } from '#contract/votes/motionClassification.ts'
import { voteOptions } from '#contract/votes/votes.ts'

/* The records of the public API and of the bulk files. No record has a field about members, apart from the rounded
   aggregates. */

/** A day as YYYY-MM-DD. */
const Day = z.string()
const Text = z.nullable(z.string())
const Count = z.nullable(z.number())

/** The source of a record. Wherever the record is shown, `credit` must be shown too. */
export const PublicSource = z.object({
  name: z.string(),
  /** The URL of the record at the source. */
  url: Text,
  /** An SPDX license id, or null if records of the source are public without a license. */
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
  /** `source` means that the source wrote the summary, and `hurd` that it was written for Hurd. */
  summary_by: z.enum(['source', 'hurd']),
  topics: z.array(z.string()),
  government_level: z.enum(governmentLevels),
  jurisdiction: z.string(),
  session: Text,
  status: z.enum(billStatuses),
  /**
   * A line that says how far the bill has come, such as "Passed the House · Next: the Senate". It names no next step after
   * the end of the session, or if the source was not checked for 30 days.
   */
  progress_line: Text,
  /** The day on which the source was last checked, even if it reported no change. */
  checked_on: z.nullable(Day),
  introduced_at: Time,
  latest_action_at: Time,
  /** The time at which Hurd last learned something new about the bill. */
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
  /** The body that voted, such as "us/house", "mi/upper" or "ny/place:new_york/council". */
  organization: z.string(),
  /** Null for a vote of the whole body, and while no committee of the name in the record is known. */
  committee_id: Text,
  session: z.string(),
  number: Count,
  voted_on: Day,
  voted_at: z.nullable(Time),
  motion_text: z.string(),
  motion_classification: z.enum(motionClassifications),
  /** What a yes vote means for the bill. */
  direction: z.enum(voteDirections),
  /** True if the vote decides on the bill itself and was taken in a full chamber or council. */
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
  /** True if the roll call has exactly as many yes and no votes as were counted. False without counts. */
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
  /** The day after the last day of the term, or null if no end is known. */
  to: Text,
  start_reason: z.enum(startReasons),
  end_reason: z.nullable(z.enum(endReasons)),
  /** The phone number of the office. Only terms that include today have one. */
  office_phone: Text,
  office_email: Text,
  contact_form_url: Text,
})

export const PublicRepresentative = z.object({
  rep_id: z.string(),
  rep_name: z.string(),
  photo_url: Text,
  /** The terms, newest first. */
  terms: z.array(PublicTerm),
  source: PublicSource,
})
export type PublicRepresentative = z.infer<typeof PublicRepresentative>

/** A legislative body whose bills the instance has. */
export const PublicJurisdiction = z.object({
  jurisdiction: z.string(),
  government_level: z.enum(governmentLevels),
  source: PublicSource,
})
export type PublicJurisdiction = z.infer<typeof PublicJurisdiction>

export const PublicCommitteeRecord = z.object({
  committee_id: z.string(),
  /** The body that the committee belongs to, such as "us/house" or "mi/lower". */
  organization: z.string(),
  name: z.string(),
  /** Null if the committee is not a subcommittee. */
  parent_id: Text,
  source: PublicSource,
})
export type PublicCommitteeRecord = z.infer<typeof PublicCommitteeRecord>

export const PublicCommitteeMember = z.object({
  name: z.string(),
  rep_id: Text,
  role: z.string(),
  from: Text,
  /** The day after the last day of the membership, or null if no end is known. */
  to: Text,
})

export const PublicEvent = z.object({
  event_id: z.string(),
  organization: z.string(),
  committee_id: Text,
  jurisdiction: z.string(),
  name: z.string(),
  /** Null if the source states only a day. */
  starts_at: z.nullable(Time),
  starts_on: Day,
  /** The end and its day, or null if the source states none. */
  ends_at: z.nullable(Time),
  ends_on: z.nullable(Day),
  is_all_day: z.boolean(),
  time_zone: z.string(),
  location: Text,
  status: z.enum(eventStatuses),
  /** The id of the deferred event that this event replaces. */
  replaces_event_id: Text,
  /** The bills on the agenda of the event. */
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
  /** "ocd-division/country:us" for all members, or the OCD division of a state, congressional district or county. */
  division: z.string(),
  /**
   * True if there are too few stances, if almost all of them are the same, or if the counts could be derived by comparing them
   * with other counts. All five counts are then null.
   */
  is_withheld: z.boolean(),
  /**
   * The count, rounded to the nearest 5, or null if the counts are withheld or the side has fewer than 10 stances in a division
   * other than the country.
   */
  support: Count,
  oppose: Count,
  neutral: Count,
  learning: Count,
  total: Count,
  released_on: Day,
  source: PublicSource,
})
export type PublicAggregate = z.infer<typeof PublicAggregate>
