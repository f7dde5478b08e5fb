import type { AmendmentOutcome } from '#contract/bills/billParts.ts'
import type { ActionClass, MeasureType } from '#contract/bills/progress.ts'

export type ImportedSponsorship = {
  name: string
  classification: 'primary' | 'cosponsor'
  entity_type: 'person' | 'organization'
  party: string | null
  district: string | null
  /** The body in which the sponsor sits, such as "us/senate" or "mi/lower", or null if the record does not say. */
  organization: string | null
  source_person_id: string | null
  sponsored_on: string | null
  withdrawn_on: string | null
  is_original: boolean
}

export type ImportedAction = {
  acted_on: string | null
  chamber: string | null
  description: string
  classification: ActionClass
  /** The number of the roll call, if the record gives it beside the text. */
  roll_number?: number | null | undefined
}

export type ImportedCommittee = {
  committee_id: string | null
  name: string
  chamber: string | null
  parent_name: string | null
  activity: 'referred' | 'hearing' | 'markup' | 'reported' | 'discharged' | 'other'
  occurred_on: string | null
}

export type RelationType =
  | 'identical'
  | 'companion'
  | 'similar'
  | 'related'
  | 'procedural'
  | 'replaces'
  | 'replaced_by'
  | 'reintroduces'

export type ImportedRelation = {
  related_source_id: string
  related_bill_code: string
  relation_type: RelationType
  identified_by: string
}

export type ImportedAmendment = {
  amendment_id: string
  amends_amendment_id: string | null
  number: string
  chamber: string | null
  sponsor_name: string | null
  source_person_id: string | null
  purpose: string | null
  offered_on: string | null
  latest_action: string | null
  latest_action_on: string | null
  outcome: AmendmentOutcome
}

type ImportedEstimate = { issuer: string; published_on: string; title: string; url: string }

/**
 * The parts of a bill that a record describes. A part that the record does not report is missing, and the stored part
 * stays. If `sponsorships` or `actions` is missing, it is derived from the bill's own lists.
 */
export type ImportedParts = {
  /** Missing if the record does not say. It is then derived from the bill's number. */
  measure_type?: MeasureType | null | undefined
  sponsorships?: ImportedSponsorship[]
  /** The actions, oldest first. */
  actions?: ImportedAction[]
  committees?: ImportedCommittee[]
  related_bills?: ImportedRelation[]
  amendments?: ImportedAmendment[]
  cost_estimates?: ImportedEstimate[]
  subjects?: string[]
}
