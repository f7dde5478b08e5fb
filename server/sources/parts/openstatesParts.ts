import type { MeasureType } from '#contract/bills/progress.ts'
import {
  dateIn,
  listIn,
  objectIn,
  textIn,
  textsIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { zoneOfState } from '#server/sources/zones.ts'
import { actionClass } from './actionClass.ts'
import { distinctActions } from './distinctActions.ts'
import type {
  ImportedAction,
  ImportedCommittee,
  ImportedParts,
  ImportedRelation,
  RelationType,
} from './importedParts.ts'
import { measureTypeOf, namedMeasureType } from './measureTypes.ts'
import type { Step } from './openstatesSteps.ts'

type Place = {
  state: string
  /** The source id and the code of a bill of the same state. */
  idOf: (session: string, identifier: string) => string
  codeOf: (identifier: string) => string
  session: string
  chamberOf: (action: JsonObject) => string | null
}

export function openstatesParts(record: JsonObject, steps: readonly Step[], place: Place): ImportedParts {
  const measure_type = place.state === 'us' ? null : stateMeasureType(record, place)
  return {
    ...(measure_type ? { measure_type } : {}),
    ...('sponsorships' in record ? { sponsorships: sponsorships(record, place.state) } : {}),
    ...('actions' in record
      ? {
          actions: distinctActions(
            steps.map(({ date, text, chamber, classification }): ImportedAction => ({
              acted_on: date,
              chamber,
              description: text,
              classification,
            })),
          ),
          committees: committees(record, place),
        }
      : {}),
    ...('related_bills' in record
      ? { related_bills: listIn(record['related_bills']).flatMap((entry) => relation(entry, place)) }
      : {}),
    ...('documents' in record ? { cost_estimates: fiscalNotes(record, place) } : {}),
    ...('subject' in record ? { subjects: textsIn(record['subject']) } : {}),
  }
}

/**
 * Open States calls many kinds of resolutions just "resolution". The number then says whether both chambers vote on it and
 * whether it amends the constitution.
 */
function stateMeasureType(record: JsonObject, { state, session, idOf }: Place): MeasureType | null {
  const title = textIn(record['title'])
  const identifier = textIn(record['identifier'])
  const type = namedMeasureType(textsIn(record['classification']), 'state', title, state)
  if (!type?.endsWith('resolution') || identifier === '' || state === '') return type
  const source_id = idOf(session, identifier)
  const byNumber = measureTypeOf({ source_id, bill_code: identifier, title, government_level: 'state' })
  if (byNumber === 'constitutional_amendment') return byNumber
  return type !== 'resolution' || byNumber === 'bill' ? type : byNumber
}

function sponsorships(record: JsonObject, state: string): NonNullable<ImportedParts['sponsorships']> {
  return listIn(record['sponsorships']).flatMap((entry) => {
    const person = objectIn(entry['person'])
    const organization = objectIn(entry['organization'])
    const name = textIn(entry['name']) || textIn(person['name']) || textIn(organization['name'])
    if (name === '') return []
    const role = objectIn(person['current_role'])
    // Scrapers write the person as `~{"chamber": "lower", "name": "…"}` if the source names the chamber.
    const [, chamber] = /"chamber":\s*"(\w+)"/.exec(textIn(entry['person_id'])) ?? []
    const body = chamber ?? textIn(role['org_classification'])
    const id = textIn(entry['person_id']) || textIn(person['id'])
    return [
      {
        name,
        classification:
          entry['primary'] === true || textIn(entry['classification']) === 'primary'
            ? ('primary' as const)
            : ('cosponsor' as const),
        entity_type:
          textIn(entry['entity_type']) === 'organization' || isGroup.test(name)
            ? ('organization' as const)
            : ('person' as const),
        party: textIn(person['party']) || null,
        district: textIn(role['district']) || null,
        organization: body ? bodyOf(state, body) : null,
        source_person_id: id.startsWith('ocd-person/') ? id : null,
        sponsored_on: null,
        withdrawn_on: null,
        is_original: false,
      },
    ]
  })
}

/** Returns the body of a chamber. Those of Congress have names of their own. */
function bodyOf(state: string, chamber: string): string {
  if (state !== 'us') return `${state}/${chamber}`
  return chamber === 'upper' ? 'us/senate' : chamber === 'lower' ? 'us/house' : 'us/congress'
}

/** Scrapers list some committees as people. */
const isGroup = /\b(committee|commission|caucus|delegation)\b/i

const activityOf: Partial<Record<string, ImportedCommittee['activity']>> = {
  referred: 'referred',
  hearing: 'hearing',
  markup: 'markup',
  reported: 'reported',
  discharged: 'discharged',
}

function committees(record: JsonObject, place: Place): ImportedCommittee[] {
  const steps = listIn(record['actions']).flatMap((action) => {
    const activity =
      activityOf[actionClass(textIn(action['description']), textsIn(action['classification']))] ?? 'other'
    return listIn(action['related_entities'])
      .filter(({ entity_type }) => textIn(entity_type) === 'organization')
      .flatMap((entity): ImportedCommittee[] => {
        const name = textIn(entity['name'])
        const id = textIn(entity['organization_id']) || textIn(objectIn(entity['organization'])['id'])
        if (name === '' || /^(house|senate|assembly|governor)$/i.test(name)) return []
        return [
          {
            committee_id: id.startsWith('ocd-organization/') ? id : null,
            name,
            chamber: place.chamberOf(action),
            parent_name: null,
            activity,
            occurred_on: dateIn(action['date'], { zone: zoneOfState(place.state) }),
          },
        ]
      })
  })
  return steps.toSorted((a, b) => (a.occurred_on ?? '').localeCompare(b.occurred_on ?? ''))
}

const relationTypes: Readonly<Record<string, RelationType>> = {
  companion: 'companion',
  'prior-session': 'reintroduces',
  'replaced-by': 'replaced_by',
  replaces: 'replaces',
}

function relation(entry: JsonObject, { idOf, codeOf, session }: Place): ImportedRelation[] {
  const identifier = textIn(entry['identifier'])
  if (identifier === '') return []
  return [
    {
      related_source_id: idOf(textIn(entry['legislative_session']) || session, identifier),
      related_bill_code: codeOf(identifier),
      relation_type: relationTypes[textIn(entry['relation_type'])] ?? 'related',
      identified_by: 'Open States',
    },
  ]
}

function fiscalNotes(record: JsonObject, { state }: Place): NonNullable<ImportedParts['cost_estimates']> {
  return listIn(record['documents']).flatMap((document) => {
    const title = textIn(document['note'])
    const published_on = dateIn(document['date'], { zone: zoneOfState(state) })
    const url = urlIn(listIn(document['links'])[0]?.['url'])
    return /fiscal (note|analysis|impact)/i.test(title) && published_on && url
      ? [{ issuer: 'the legislature', published_on, title, url }]
      : []
  })
}
