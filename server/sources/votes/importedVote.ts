import type { Motion } from '#contract/votes/motionClassification.ts'
import type { VoteOption } from '#contract/votes/votes.ts'
import type { LeftOut } from '#server/sources/leftOut.ts'
import type { VoteCounts } from './voteCounts.ts'

export type ImportedVoter = {
  option: VoteOption
  /** The source's word if it says more than the option. */
  source_option: string | null
  voter_name: string
  party: string | null
  /** The postal code of the state that a member of Congress represents. */
  state: string | null
  /** The OCD division or the number of the district, or null if the source names none. */
  district: string | null
  /** The id at the source, such as a Bioguide id, "ocd-person/…" or "nyc-7825". */
  source_person_id: string | null
}

/**
 * One vote, normalized from any public record. Where possible, all sources of the same vote produce the same
 * `vote_key`.
 */
export type ImportedVote = Motion & {
  /** The name of the source, such as "House Clerk", "Open States" or "Legistar". */
  source_name: string
  /** The source's own id of the vote, or the vote key if it has none. */
  source_id: string
  vote_key: string
  /**
   * True if another vote of the bill on the same day may have the same key, because the source has no id for its votes or
   * the key is the number of a roll call.
   */
  shares_key?: boolean
  /** The body that voted, such as "us/house", "mi/lower" or "ny/place:new_york/council". */
  organization: string
  legislative_session: string
  bill_source_id: string | null
  amendment_id: string | null
  /** The name of the committee that voted, in the words of the source, or null for a vote of the whole body. */
  committee_name: string | null
  number: number | null
  voted_at: string | null
  /** The date of the vote in local time, YYYY-MM-DD. */
  voted_on: string
  motion_text: string
  majority_required: string | null
  /** The result in the words of the source, such as "Passed". */
  result: string | null
  result_is_unclear: boolean
  counts: VoteCounts | null
  is_complete: boolean
  vice_president_vote: 'yes' | 'no' | null
  voters: ImportedVoter[]
  source_url: string | null
  /**
   * The time at which the source last changed its record, or null if it does not say. For a copy of a record, it can be the
   * time of the copy.
   */
  source_updated_at: string | null
  source_checked_at: string | null
}

/** The result of reading one record of a vote and its position, or why it cannot be used. */
export type VoteReading = { file: string; record: string } & (
  | { imported: ImportedVote; leftOut?: LeftOut }
  | { reason: string }
)
