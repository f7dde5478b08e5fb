import { dateIn, listIn, objectIn, textIn, urlIn, type JsonObject } from '#server/sources/externalJson.ts'
import { partyName } from '#server/sources/people/congressNames.ts'
import { stateEvents } from '#server/sources/status/statusStates.ts'
import { zoneOfState } from '#server/sources/zones.ts'
import { actionClass } from './actionClass.ts'
import { distinctActions } from './distinctActions.ts'
import { classOfEvent } from './eventClass.ts'
import type { ImportedParts, RelationType } from './importedParts.ts'
import { legiScanMeasureType } from './measureTypes.ts'

type Step = { date: string; text: string; chamber: string | null }

const bodies: Readonly<Record<string, string>> = {
  House: 'lower',
  Assembly: 'lower',
  Senate: 'upper',
  Legislature: 'legislature',
}

export function legiscanParts(
  bill: JsonObject,
  steps: readonly Step[],
  place: { state: string; idOf: (identifier: string) => string; codeOf: (identifier: string) => string },
): ImportedParts {
  const measure_type = legiScanMeasureType(
    textIn(bill['bill_type']).toUpperCase(),
    textIn(bill['title']),
    place.state,
  )
  const events = stateEvents(
    steps.map(({ text, chamber }) => ({ text, body: bodies[chamber ?? ''] ?? '', classes: [] })),
    place.state,
  )
  return {
    ...('sponsors' in bill ? { sponsorships: sponsorships(bill, place.state) } : {}),
    ...(measure_type ? { measure_type } : {}),
    actions: distinctActions(
      steps.map(({ date, text, chamber }, index) => ({
        acted_on: date,
        chamber,
        description: text,
        classification: classOfEvent(actionClass(text), events[index]?.event ?? 'start', text),
      })),
    ),
    ...('referrals' in bill || 'committee' in bill ? { committees: committees(bill, place.state) } : {}),
    ...('sasts' in bill ? { related_bills: relations(bill, place) } : {}),
    ...('supplements' in bill ? { cost_estimates: fiscalNotes(bill, place.state) } : {}),
    ...('subjects' in bill
      ? {
          subjects: listIn(bill['subjects'])
            .map((subject) => textIn(subject['subject_name']))
            .filter(Boolean),
        }
      : {}),
  }
}

function sponsorships(bill: JsonObject, state: string): NonNullable<ImportedParts['sponsorships']> {
  return listIn(bill['sponsors']).flatMap((entry, index) => {
    const name = textIn(entry['name'])
    if (name === '') return []
    const type = Number(entry['sponsor_type_id'] ?? 0)
    const id = textIn(entry['people_id'])
    const district = textIn(entry['district']) || null
    const chamber = chamberOfSponsor(district, textIn(entry['role']))
    return [
      {
        name,
        classification:
          type === 1 || type === 3 || (type === 0 && index === 0)
            ? ('primary' as const)
            : ('cosponsor' as const),
        entity_type:
          Number(entry['committee_sponsor'] ?? 0) === 1 ? ('organization' as const) : ('person' as const),
        party: partyName(textIn(entry['party'])),
        district,
        organization: chamber ? `${state}/${chamber}` : null,
        source_person_id: id ? `legiscan:${id}` : null,
        sponsored_on: null,
        withdrawn_on: null,
        is_original: false,
      },
    ]
  })
}

/** Returns the chamber by the district, such as "SD-012", or else by the role, or null for a committee. */
function chamberOfSponsor(district: string | null, role: string): 'upper' | 'lower' | null {
  const code = district?.slice(0, 2)
  if (code === 'SD' || /^sen/i.test(role)) return 'upper'
  return code === 'HD' || /^(rep|asm|assembly|del)/i.test(role) ? 'lower' : null
}

const chambers: Readonly<Record<string, string>> = { H: 'House', S: 'Senate', A: 'Assembly', J: 'Joint' }

function committees(bill: JsonObject, state: string): NonNullable<ImportedParts['committees']> {
  const referrals = listIn(bill['referrals'])
  const entries = referrals.length > 0 ? referrals : listIn(bill['committee'])
  return entries.flatMap((entry) => {
    const name = textIn(entry['name'])
    if (name === '') return []
    return [
      {
        committee_id: null,
        name,
        chamber: chambers[textIn(entry['chamber'])] ?? null,
        parent_name: null,
        activity: 'referred' as const,
        occurred_on: dateIn(entry['date'], { zone: zoneOfState(state) }),
      },
    ]
  })
}

const relationTypes: readonly (readonly [RegExp, RelationType])[] = [
  [/same as|crossfiled/i, 'identical'],
  [/companion/i, 'companion'],
  [/similar/i, 'similar'],
  [/replaced by/i, 'replaced_by'],
  [/replaces/i, 'replaces'],
]

function relations(
  bill: JsonObject,
  place: { idOf: (identifier: string) => string; codeOf: (identifier: string) => string },
): NonNullable<ImportedParts['related_bills']> {
  return listIn(bill['sasts']).flatMap((entry) => {
    const number = textIn(entry['sast_bill_number'])
    if (number === '') return []
    const type = textIn(entry['type'])
    return [
      {
        related_source_id: place.idOf(number),
        related_bill_code: place.codeOf(number),
        relation_type: relationTypes.find(([pattern]) => pattern.test(type))?.[1] ?? ('related' as const),
        identified_by: 'LegiScan',
      },
    ]
  })
}

function fiscalNotes(bill: JsonObject, state: string): NonNullable<ImportedParts['cost_estimates']> {
  return listIn(bill['supplements']).flatMap((entry) => {
    const title = textIn(entry['title']) || textIn(entry['type'])
    const published_on = dateIn(entry['date'], { zone: zoneOfState(state) })
    const url = urlIn(entry['state_link']) ?? urlIn(entry['url'])
    const isNote = /fiscal/i.test(
      `${textIn(entry['type'])} ${textIn(objectIn(entry)['description'])} ${title}`,
    )
    return isNote && published_on && url ? [{ issuer: 'the legislature', published_on, title, url }] : []
  })
}
