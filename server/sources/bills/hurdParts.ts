import * as z from 'zod/mini'
import type { BillAction } from '#contract/bills/billContent.ts'
import { committeeActivities, relationTypes } from '#contract/bills/billParts.ts'
import { actionClasses, measureTypes } from '#contract/bills/progress.ts'
import type { ImportedAction } from '#server/sources/parts/importedParts.ts'
import { isPossibleDay } from '#server/sources/readFields.ts'

const optionalText = z._default(z.nullable(z.string()), null)
const optionalDay = z._default(z.nullable(z.iso.date().check(isPossibleDay)), null)
const requiredText = z.string().check(z.minLength(1))

/** The `parts` of a record in Hurd's interchange format, as in the bulk files. All lists are complete. */
export const HurdParts = z.object({
  measure_type: z.optional(z.nullable(z.enum(measureTypes))),
  sponsorships: z.array(
    z.object({
      name: requiredText,
      classification: z.enum(['primary', 'cosponsor']),
      entity_type: z._default(z.enum(['person', 'organization']), 'person'),
      party: optionalText,
      district: optionalText,
      organization: optionalText,
      source_person_id: optionalText,
      sponsored_on: optionalDay,
      withdrawn_on: optionalDay,
      is_original: z._default(z.boolean(), false),
    }),
  ),
  actions: z.array(
    z.object({
      acted_on: optionalDay,
      chamber: optionalText,
      description: requiredText,
      classification: z.enum(actionClasses),
      roll_number: z.optional(z.nullable(z.int())),
    }),
  ),
  committees: z.array(
    z.object({
      committee_id: optionalText,
      name: requiredText,
      chamber: optionalText,
      parent_name: optionalText,
      activity: z.enum(committeeActivities),
      occurred_on: optionalDay,
    }),
  ),
  related_bills: z.array(
    z.object({
      related_source_id: requiredText,
      related_bill_code: requiredText,
      relation_type: z.enum(relationTypes),
      identified_by: requiredText,
    }),
  ),
  amendments: z.array(
    z.object({
      amendment_id: requiredText,
      amends_amendment_id: optionalText,
      number: requiredText,
      chamber: optionalText,
      sponsor_name: optionalText,
      source_person_id: optionalText,
      purpose: optionalText,
      offered_on: optionalDay,
      latest_action: optionalText,
      latest_action_on: optionalDay,
      outcome: z._default(
        z.enum(['pending', 'agreed', 'rejected', 'withdrawn', 'ruled_out', 'other']),
        'other',
      ),
    }),
  ),
  cost_estimates: z.array(
    z.object({
      issuer: requiredText,
      published_on: z.iso.date().check(isPossibleDay),
      title: requiredText,
      url: z.url({ protocol: /^https?$/ }),
    }),
  ),
  subjects: z.array(requiredText),
})

/** Returns the actions that have a date, for a record that lists its actions only in its parts. */
export function datedActions(actions: readonly ImportedAction[]): BillAction[] {
  return actions.flatMap(({ acted_on, description, chamber }) =>
    acted_on === null ? [] : [{ date: acted_on, text: description, chamber }],
  )
}
