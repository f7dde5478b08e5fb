import { createHash } from 'node:crypto'
import type { PageFields } from '#contract/bills/billParts.ts'
import { finalWords, isImportant, reachedLine, reachedOn, type StageId } from '#contract/bills/progress.ts'
import type { StoredBill } from '#server/legislation/bills/import/importDecisions.ts'
import type { ImportedBill, ImportedSponsor } from '#server/sources/bills/importedBill.ts'
import { councilOf, originChamber } from '#server/sources/bills/originChamber.ts'
import { actionClass } from '#server/sources/parts/actionClass.ts'
import { distinctActions } from '#server/sources/parts/distinctActions.ts'
import type {
  ImportedAction,
  ImportedParts,
  ImportedSponsorship,
} from '#server/sources/parts/importedParts.ts'
import { progressOf } from './progress.ts'

/** A bill with all of its parts, ready to be stored. */
export type CompleteParts = {
  source_id: string
  source_name: string
  organization: string
  /** The body in which the bill was introduced. */
  origin: string
  introduced_on: string
  parts: Omit<ImportedParts, 'actions' | 'measure_type'>
  actions: (ImportedAction & { stage: StageId; is_important: boolean })[]
  page: PageFields
  progress_reached: string
  progress_reached_on: string | null
  progress_next: string | null
  progress_final: string | null
  progress_dots: string[]
  content_hash: string
}

type RecordedParts = Pick<ImportedBill, 'sponsors' | 'parts' | 'omitted'>

/**
 * Completes the parts of a record with those that are derived from the bill itself, and with the bill's progress. `earlier` has
 * the parts of a record of the bill in the same batch. Those that this record leaves out stay.
 */
export function completeParts(
  bill: StoredBill,
  { sponsors, parts: imported, omitted }: RecordedParts,
  earlier?: CompleteParts,
): CompleteParts {
  const { measure_type, actions: listed, ...parts } = imported ?? {}
  const people = omitted?.includes('sponsors')
    ? parts.sponsorships
    : (parts.sponsorships ?? sponsors.map((sponsor) => sponsorship(bill, sponsor)))
  const earlierActions = omitted?.includes('actions') ? earlier?.actions : undefined
  const actions = listed ?? earlierActions ?? distinctActions(bill.actions.map(classified))
  const { progress, stageOf } = progressOf({ ...bill, measure_type }, actions)
  const complete = {
    source_id: bill.source_id,
    source_name: bill.source_name,
    organization: councilOf(bill.jurisdiction) ?? `${bill.source_id.split('/')[0] ?? ''}/legislature`,
    origin: originChamber(bill),
    introduced_on: bill.created_at.slice(0, 10),
    parts: { ...earlier?.parts, ...parts, ...(people ? { sponsorships: people } : {}) },
    actions: actions.map((action, index) =>
      Object.assign({}, action, {
        stage: stageOf[index] ?? ('introduced' as const),
        is_important: isImportant(action.classification),
      }),
    ),
    page: { progress },
    progress_reached: reachedLine(progress),
    progress_reached_on: reachedOn(progress),
    progress_next: progress.next,
    progress_final: finalWords(progress),
    progress_dots: progress.stages.map(({ state }) => state),
  }
  return { ...complete, content_hash: createHash('sha256').update(JSON.stringify(complete)).digest('hex') }
}

function classified({
  date,
  text,
  chamber,
  classification,
  roll_number,
}: StoredBill['actions'][number]): ImportedAction {
  return {
    acted_on: date,
    chamber,
    description: text,
    classification: classification ?? actionClass(text),
    ...(roll_number ? { roll_number } : {}),
  }
}

function sponsorship(bill: StoredBill, sponsor: ImportedSponsor): ImportedSponsorship {
  const origin = originChamber(bill)
  // A member of Congress sponsors only the bills of the own chamber, but the sponsors of a state bill may sit in both.
  const isCertain = origin.startsWith('us/') || origin.endsWith('/council')
  return {
    name: sponsor.name,
    classification: sponsor.role === 'Sponsor' ? 'primary' : 'cosponsor',
    entity_type: 'person',
    party: sponsor.party,
    district: sponsor.district,
    organization: isCertain ? origin : null,
    source_person_id: sponsor.source_person_id ?? null,
    sponsored_on: null,
    withdrawn_on: null,
    is_original: false,
  }
}
