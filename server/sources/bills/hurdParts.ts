import * as z from 'zod/mini'
import { committeeActivities, relationTypes } from '../../../contract/billParts.ts'
import type { BillAction } from '../../../contract/rules/billContent.ts'
import { actionClasses } from '../../../contract/rules/billParts.ts'
import type { ImportedAction } from '../parts/importedParts.ts'

const text = z._default(z.nullable(z.string()), null)
const day = z._default(z.nullable(z.iso.date({ error: 'must be a date, YYYY-MM-DD' })), null)
const words = z.string().check(z.minLength(1, { error: 'must not be empty' }))

/** `parts` of a record in Hurd's interchange format, as the bulk files have them. All lists are complete. */
export const HurdParts = z.object({
  sponsorships: z.array(
    z.object({
      name: words,
      classification: z.enum(['primary', 'cosponsor']),
      entity_type: z._default(z.enum(['person', 'organization']), 'person'),
      party: text,
      district: text,
      organization: text,
      source_person_id: text,
      sponsored_on: day,
      withdrawn_on: day,
      is_original: z._default(z.boolean(), false),
    }),
  ),
  actions: z.array(
    z.object({ acted_on: day, chamber: text, description: words, classification: z.enum(actionClasses) }),
  ),
  committees: z.array(
    z.object({
      committee_id: text,
      name: words,
      chamber: text,
      parent_name: text,
      activity: z.enum(committeeActivities),
      occurred_on: day,
    }),
  ),
  related_bills: z.array(
    z.object({
      related_source_id: words,
      related_bill_code: words,
      relation_type: z.enum(relationTypes),
      identified_by: words,
    }),
  ),
  amendments: z.array(
    z.object({
      amendment_id: words,
      amends_amendment_id: text,
      number: words,
      chamber: text,
      sponsor_name: text,
      source_person_id: text,
      purpose: text,
      offered_on: day,
      latest_action: text,
      latest_action_on: day,
      outcome: z._default(
        z.enum(['pending', 'agreed', 'rejected', 'withdrawn', 'ruled_out', 'other']),
        'other',
      ),
    }),
  ),
  cost_estimates: z.array(
    z.object({
      issuer: words,
      published_on: z.iso.date(),
      title: words,
      url: z.url({ protocol: /^https?$/ }),
    }),
  ),
  subjects: z.array(words),
})

/** The actions with a date, for a record that lists its actions only in its parts. */
export function datedActions(actions: readonly ImportedAction[]): BillAction[] {
  return actions.flatMap(({ acted_on, description, chamber }) =>
    acted_on === null ? [] : [{ date: acted_on, text: description, chamber }],
  )
}
