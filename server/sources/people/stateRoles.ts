import { divisionName } from '#contract/places.ts'
import type { EndReason } from '#contract/representatives.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { formerDistrict, legislativeDistrict } from '#server/sources/districts.ts'
import { termDateIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import type { ImportedTerm } from './importedPerson.ts'
import { dayAfter, districtWords, legislatorTitle, stateName } from './officeFacts.ts'

export type Office = Pick<
  ImportedTerm,
  'organization' | 'title' | 'government_level' | 'division' | 'district'
>
export type Contact = Pick<ImportedTerm, 'party' | 'office_phone' | 'email' | 'contact_form_url'>

/** The types of legislators' roles. A unicameral legislature has the type "legislature". */
const chambers = new Set(['upper', 'lower', 'legislature'])
const executiveTitles: ReadonlyMap<string, string> = new Map([
  ['governor', 'Governor'],
  ['lt_governor', 'Lieutenant Governor'],
  ['lieutenant governor', 'Lieutenant Governor'],
  ['attorney general', 'Attorney General'],
  ['secretary of state', 'Secretary of State'],
  ['chief election officer', 'Chief Election Officer'],
  ['auditor', 'Auditor'],
  ['treasurer', 'Treasurer'],
])
/** The contact details of a term that is not the latest, because those of the person are outdated for it. */
const noContact = { office_phone: null, email: null, contact_form_url: null }

/**
 * Returns the terms for the roles of an Open States person, oldest first. A former role that cannot be parsed is left
 * out.
 *
 * @throws UnusableRecord if a current role cannot be used
 */
export function stateTerms(roles: readonly JsonObject[], contact: Contact, today: string): ImportedTerm[] {
  const typedRoles = roles.filter((role) => textIn(role['type']) !== '')
  const ordered = typedRoles
    .filter((role) => typedRoles.length === 1 || !isReversed(role))
    .toSorted((a, b) => (termDateIn(a['start_date']) ?? '').localeCompare(termDateIn(b['start_date']) ?? ''))
  const latest = ordered.toSorted((a, b) => endOf(a).localeCompare(endOf(b))).at(-1)
  const terms = ordered.flatMap((role) => {
    const isFormer = (termDateIn(role['end_date']) ?? today) < today
    const details = isFormer && role !== latest ? { ...noContact, party: contact.party } : contact
    try {
      return [Object.assign(termOf(role, ordered, today), details)]
    } catch (error) {
      if (!isFormer || !(error instanceof UnusableRecord)) throw error
      return []
    }
  })
  return withoutRepeats(terms)
}

function endOf(role: JsonObject): string {
  return termDateIn(role['end_date']) ?? '9999'
}

/** Returns true if a role ends before it begins. Some records contain such a role beside a correct one. */
function isReversed(role: JsonObject): boolean {
  const [from, last] = [termDateIn(role['start_date']), termDateIn(role['end_date'])]
  return from !== null && last !== null && from > last
}

/** Keeps one of the terms in one office that begin on the same day or on an unknown day: the one that ends last. */
function withoutRepeats(terms: readonly ImportedTerm[]): ImportedTerm[] {
  const byKey = new Map<string, ImportedTerm>()
  for (const term of terms) {
    const key = JSON.stringify([term.division, term.title, term.valid_from])
    const other = byKey.get(key)
    const endsLater =
      !other || term.valid_to === null || (other.valid_to !== null && term.valid_to > other.valid_to)
    if (endsLater) byKey.set(key, term)
  }
  return [...byKey.values()]
}

function termOf(
  role: JsonObject,
  roles: readonly JsonObject[],
  today: string,
): Omit<ImportedTerm, keyof Contact> {
  const type = textIn(role['type']).toLowerCase()
  const place = placeOf(textIn(role['jurisdiction']))
  const [from, last] = [termDateIn(role['start_date']), termDateIn(role['end_date'])]
  // If another role begins on the last day, this one ends on that day, unless it has only that day.
  const isFollowed =
    last !== null && roles.some((next) => next !== role && termDateIn(next['start_date']) === last)
  const valid_to = last && (isFollowed && from !== last ? last : dayAfter(last))
  // The first day is wrong if the role ends before it.
  const valid_from = from && valid_to && from >= valid_to ? null : from
  const hasEnded = valid_to !== null && valid_to <= today
  const end_reason = hasEnded ? endReason(textIn(role['end_reason']), role, roles) : null
  const office = isChamber(type)
    ? seatOf(place.state, type, textIn(role['district']), hasEnded)
    : executiveOffice(type, place)
  return { ...office, valid_from, valid_to, end_reason }
}

/**
 * Returns how a role ended. The source explains this in its own words, which are searched for known reasons but never
 * stored.
 */
function endReason(words: string, role: JsonObject, roles: readonly JsonObject[]): EndReason {
  if (/\b(died|deceased|death)\b/i.test(words)) return 'died'
  if (/\b(removed|expelled|recalled|impeached)\b/i.test(words)) return 'removed'
  if (/(?<!not |re-)\b(elected|appointed)\b/i.test(words)) return 'other_office'
  if (/\bresign/i.test(words)) return 'resigned'
  const last = termDateIn(role['end_date']) ?? ''
  const takesOtherOffice = roles.some((next) => {
    const start = termDateIn(next['start_date']) ?? ''
    return textIn(next['type']) !== textIn(role['type']) && (start === last || start === dayAfter(last))
  })
  return takesOtherOffice ? 'other_office' : 'unknown'
}

type Place = { state: string; division: string }

/**
 * Returns the division governed by a jurisdiction such as
 * "ocd-jurisdiction/country:us/state:tx/place:austin/government".
 */
export function placeOf(jurisdiction: string): Place {
  const [, path = '', state = ''] =
    /^ocd-jurisdiction\/(country:us\/(?:state|district|territory):([a-z]{2})(?:\/[a-z_]+:[^/]+)*)\/\w+$/.exec(
      jurisdiction,
    ) ?? []
  if (!stateDivision(state)) {
    throw new UnusableRecord(`"${jurisdiction}" is not the government of a state or place.`)
  }
  // Older records describe the territory as a state.
  const division = `ocd-division/${path}`.replace(
    /^ocd-division\/country:us\/[a-z]+:[a-z]{2}/,
    stateDivision(state) ?? '',
  )
  return { state, division }
}

export function isChamber(type: string): boolean {
  return chambers.has(type)
}

/**
 * Returns the seat of a role.
 *
 * @param isFormer whether the district may be one of an older map
 */
export function seatOf(state: string, type: string, district: string, isFormer = false): Office {
  const chamber = type === 'upper' || type === 'lower' ? type : 'unicameral'
  const match =
    legislativeDistrict(state, chamber, district) ??
    (isFormer ? formerDistrict(state, chamber, district) : null)
  if (!match) {
    throw new UnusableRecord(
      `The legislature of ${stateName(state)} has no district "${district}" (${type}).`,
    )
  }
  return {
    organization: `${state}/${type}`,
    title: legislatorTitle(state, match.member),
    government_level: 'state',
    division: match.division,
    district: districtWords(state, match.name),
  }
}

export function executiveOffice(type: string, { state, division }: Place): Office {
  if (type === 'mayor') {
    return {
      organization: `${division.replace(/^ocd-division\/country:us\/[a-z]+:/, '')}/mayor`,
      title: 'Mayor',
      government_level: 'local',
      division,
      district: divisionName(division),
    }
  }
  const title = state === 'dc' && type === 'governor' ? 'Mayor' : executiveTitles.get(type)
  if (!title) throw new UnusableRecord(`"${type}" is not a known office.`)
  return {
    organization: `${state}/${title.toLowerCase()}`,
    title,
    government_level: 'state',
    division,
    district: stateName(state),
  }
}
