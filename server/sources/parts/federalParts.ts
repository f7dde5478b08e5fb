import { dateIn, listIn, objectIn, textIn, urlIn, type JsonObject } from '#server/sources/externalJson.ts'
import { measure, partyName, type Measure } from '#server/sources/people/congressNames.ts'
import { federalEvent } from '#server/sources/status/statusFederal.ts'
import { htmlTextIn } from '#server/sources/text/htmlText.ts'
import { congressZone } from '#server/sources/zones.ts'
import { actionClass } from './actionClass.ts'
import { distinctActions } from './distinctActions.ts'
import { classOfFederalEvent } from './eventClass.ts'
import type {
  ImportedAmendment,
  ImportedCommittee,
  ImportedParts,
  ImportedRelation,
  ImportedSponsorship,
  RelationType,
} from './importedParts.ts'

/** The lists of a record of the Library of Congress. A list that the record omits is undefined. */
export type FederalLists = {
  committees?: unknown
  relatedBills?: unknown
  amendments?: unknown
  costEstimates?: unknown
  subjects?: unknown
}

type FederalPeople = { sponsors: readonly JsonObject[]; cosponsors: readonly JsonObject[] }
type CodedAction = {
  date: string
  text: string
  chamber: string | null
  code: string
  roll_number: number | null
}

export function federalParts(
  bill: Measure,
  people: FederalPeople | null,
  actions: readonly CodedAction[] | null,
  lists: FederalLists,
): ImportedParts {
  return {
    ...(people ? { sponsorships: sponsorships(bill, people) } : {}),
    ...(actions
      ? {
          actions: distinctActions(
            actions.map(({ date, text, chamber, code, roll_number }) => ({
              acted_on: date,
              chamber,
              description: text,
              classification: classOfFederalEvent(
                actionClass(text, [], code),
                federalEvent({ text, code }),
                text,
              ),
              ...(roll_number === null ? {} : { roll_number }),
            })),
            true,
          ),
        }
      : {}),
    ...(lists.committees === undefined
      ? {}
      : { committees: listIn(lists.committees).flatMap((entry) => committeeSteps(entry)) }),
    ...(lists.relatedBills === undefined
      ? {}
      : { related_bills: listIn(lists.relatedBills).flatMap(relations) }),
    ...(lists.amendments === undefined
      ? {}
      : { amendments: listIn(lists.amendments, 'amendment').flatMap((entry) => amendment(entry, null)) }),
    ...(lists.costEstimates === undefined
      ? {}
      : {
          cost_estimates: listIn(lists.costEstimates).flatMap((entry) => {
            const published_on = dateIn(entry['pubDate'], { zone: congressZone })
            const url = urlIn(entry['url'])
            return published_on && url
              ? [{ issuer: 'CBO', published_on, title: textIn(entry['title']), url }]
              : []
          }),
        }),
    ...(lists.subjects === undefined
      ? {}
      : {
          subjects: listIn(lists.subjects)
            .map(({ name }) => textIn(name))
            .filter((name) => name !== ''),
        }),
  }
}

function sponsorships(bill: Measure, people: FederalPeople): ImportedSponsorship[] {
  const organization = `us/${bill.chamber.toLowerCase()}`
  const person = (entry: JsonObject, classification: 'primary' | 'cosponsor'): ImportedSponsorship[] => {
    const name = federalName(entry)
    if (name === '') return []
    const id = textIn(entry['bioguideId'])
    return [
      {
        name,
        classification,
        entity_type: 'person',
        party: partyName(textIn(entry['party'])),
        district: federalDistrict(entry),
        organization,
        source_person_id: id ? `bioguide:${id}` : null,
        sponsored_on: dateIn(entry['sponsorshipDate'], { zone: congressZone }),
        withdrawn_on: dateIn(entry['sponsorshipWithdrawnDate'], { zone: congressZone }),
        is_original:
          /^true$/i.test(textIn(entry['isOriginalCosponsor'])) || entry['isOriginalCosponsor'] === true,
      },
    ]
  }
  return [
    ...people.sponsors.flatMap((entry) => person(entry, 'primary')),
    ...people.cosponsors.flatMap((entry) => person(entry, 'cosponsor')),
  ]
}

/** Returns a name in its usual order. "Rep. Duncan, John J., Jr. [R-TN-2]" becomes "John J. Duncan Jr." */
export function federalName(person: JsonObject): string {
  const full = textIn(person['fullName'])
    .replace(/\s*\[[^\]]*\]\s*$/, '')
    .replace(/^(Rep|Sen|Del|Rescom|Resident Commissioner|Com|Commissioner)\.?\s+/, '')
  const [last, first, ...suffix] = full.split(/\s*,\s*/)
  if (last && first) return [first, last, ...suffix].join(' ')
  return full || [textIn(person['firstName']), textIn(person['lastName'])].filter(Boolean).join(' ')
}

/** Returns the district of a member of Congress: "TX-37", "AK-AL" for a district at large, or "OR" for a senator. */
export function federalDistrict(person: JsonObject): string | null {
  const [state, district] = [textIn(person['state']), textIn(person['district'])]
  if (state === '' || district === '') return state || null
  return `${state}-${district === '0' ? 'AL' : district}`
}

const activities: readonly (readonly [RegExp, ImportedCommittee['activity']])[] = [
  [/referred/i, 'referred'],
  [/hearing/i, 'hearing'],
  [/mark-?up/i, 'markup'],
  [/reported/i, 'reported'],
  [/discharged/i, 'discharged'],
]

function committeeSteps(entry: JsonObject, parent: JsonObject | null = null): ImportedCommittee[] {
  const name = textIn(entry['name'])
  if (name === '') return []
  const code = textIn(entry['systemCode']).toLowerCase()
  const chamber = textIn(entry['chamber'] ?? parent?.['chamber']) || null
  const step = (activity: ImportedCommittee['activity'], occurred_on: string | null): ImportedCommittee => ({
    committee_id: code ? `us/${code}` : null,
    name,
    chamber,
    parent_name: parent ? textIn(parent['name']) : null,
    activity,
    occurred_on,
  })
  const steps = listIn(entry['activities']).map((activity) => {
    const words = textIn(activity['name'])
    return step(
      activities.find(([pattern]) => pattern.test(words))?.[1] ?? 'other',
      dateIn(activity['date'], { zone: congressZone }),
    )
  })
  const ordered = steps
    .toReversed()
    .toSorted((a, b) => (a.occurred_on ?? '').localeCompare(b.occurred_on ?? ''))
  return [
    ...(ordered.length > 0 ? ordered : [step('referred', null)]),
    ...listIn(entry['subcommittees']).flatMap((child) => committeeSteps(child, entry)),
  ]
}

const relationTypes: readonly (readonly [RegExp, RelationType])[] = [
  [/identical/i, 'identical'],
  [/procedural/i, 'procedural'],
  [/companion/i, 'companion'],
  [/similar/i, 'similar'],
]

function relations(entry: JsonObject): ImportedRelation[] {
  const number = textIn(entry['number'])
  if (number === '') return []
  let other: Measure
  try {
    other = measure(textIn(entry['congress']), textIn(entry['type']), number)
  } catch {
    // The related bills also contain amendments and treaties, which are left out here.
    return []
  }
  return listIn(entry['relationshipDetails']).map(({ type, identifiedBy }) => ({
    related_source_id: other.source_id,
    related_bill_code: other.bill_code,
    relation_type: relationTypes.find(([pattern]) => pattern.test(textIn(type)))?.[1] ?? 'related',
    identified_by: textIn(identifiedBy) || 'CRS',
  }))
}

function amendment(entry: JsonObject, amends: string | null): ImportedAmendment[] {
  const [first] = Array.isArray(entry['number']) ? entry['number'] : [entry['number']]
  const [type] = Array.isArray(entry['type']) ? entry['type'] : [entry['type']]
  const [congress] = Array.isArray(entry['congress']) ? entry['congress'] : [entry['congress']]
  const number = textIn(first)
  if (number === '') return []
  const kind = textIn(type).toLowerCase()
  const amendment_id = `us/${textIn(congress)}/${kind}/${number}`
  const latest = objectIn(entry['latestAction'])
  const sponsor = listIn(entry['sponsors'])[0]
  const latest_action = textIn(htmlTextIn(latest['text'])) || null
  const id = textIn(sponsor?.['bioguideId'])
  const purpose = entry['purpose'] ?? entry['description']
  return [
    {
      amendment_id,
      amends_amendment_id: amends,
      number: `${kind.startsWith('s') ? 'S.Amdt.' : 'H.Amdt.'} ${number}`,
      chamber: kind.startsWith('s') ? 'Senate' : 'House',
      sponsor_name: sponsor ? federalName(sponsor) || null : null,
      source_person_id: id ? `bioguide:${id}` : null,
      purpose: textIn(htmlTextIn(Array.isArray(purpose) ? purpose[0] : purpose)) || null,
      offered_on: dateIn(entry['submittedDate'], { zone: congressZone }),
      latest_action,
      latest_action_on: dateIn(latest['actionDate'], { zone: congressZone }),
      outcome: outcomeOf(latest_action ?? ''),
    },
    ...listIn(entry['amendments'], 'amendment').flatMap((child) => amendment(child, amendment_id)),
  ]
}

/**
 * A motion to reconsider the vote on an amendment, or on the motion to table it, or a motion to table that motion: the outcome of
 * the vote and of the motion.
 */
const reconsideration =
  /^motion to (table (?:the )?motion to )?reconsider the vote by which (the motion to table )?(?!.*\bmotion\b).*?\bwas (agreed to|not agreed to|rejected)\b(.*)/i

function outcomeOf(latest: string): ImportedAmendment['outcome'] {
  // Once a motion to reconsider the vote on an amendment is tabled, that vote stands.
  const [, table, tabled, vote, result = ''] = reconsideration.exec(latest) ?? []
  if (vote && (table ? /(?<!not )agreed to\b/i : /\blaid on the table\b/i).test(result)) {
    const isAgreed = /^agreed/i.test(vote)
    if (tabled) return isAgreed ? 'rejected' : 'pending'
    return isAgreed ? 'agreed' : 'rejected'
  }
  // Tabling an amendment kills it. What became of any other motion about it decides nothing.
  if (/^motion to table\b(?!.*\breconsider\b).*(?<!not )agreed to\b/i.test(latest)) return 'rejected'
  if (/^motion to (table|waive|reconsider|recommit|commit)\b/i.test(latest)) return 'pending'
  if (/not agreed to|failed|rejected/i.test(latest)) return 'rejected'
  if (/agreed to/i.test(latest)) return 'agreed'
  if (/withdrawn/i.test(latest)) return 'withdrawn'
  if (/out of order|fell when/i.test(latest)) return 'ruled_out'
  return 'pending'
}
