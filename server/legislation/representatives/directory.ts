import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refusals } from '#contract/kit/refusals.ts'
import { listedDistricts, type ListedDistrict } from '#contract/places.ts'
import type {
  listDistrictChoices as listDistrictChoicesEndpoint,
  listRepresentatives as listRepresentativesEndpoint,
  BodyWithoutRecords,
  MissingDistrict,
  Representative,
  UpcomingDistricts,
} from '#contract/representatives.ts'
import { cityOf, selectListedDistricts } from '#server/legislation/places/listedDistricts.ts'
import { nameDivisions } from '#server/legislation/places/myDistricts.ts'
import { selectMemberDivisions } from '#server/legislation/places/residence.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Env } from '#server/platform/settings/env.ts'
import {
  hasHouseDistricts,
  type RepresentativeOf,
  type Resident,
  selectCandidateDistricts,
  selectRecordedBodies,
  selectRepresentatives,
  selectResident,
  selectUpcoming,
} from './inOffice.ts'
import { divisionsOn, nextMap, upcomingDistricts } from './terms/representedOn.ts'
import { selectVacancies } from './terms/vacancies.ts'

/**
 * Returns the member's representatives today or on a date. If the member has no address, the response asks for one
 * (CIV-API-34).
 */
export async function listRepresentatives(
  db: Db,
  me: Member,
  { government_level, on }: ParsedOf<typeof listRepresentativesEndpoint>,
  { smtpUrl }: Pick<Env, 'smtpUrl'>,
): Promise<OutputOf<typeof listRepresentativesEndpoint>> {
  const resident = await selectResident(db, me.user_id)
  if (!hasAddress(resident)) {
    const error = refusals.address_required[1]
    return { success: false, needsAddress: true, representatives: [], error }
  }
  const { divisions, as_of, map_id, isToday } = await divisionsOn(db, me.user_id, on)
  const officials = await representativesOf(db, divisions, { government_level, on: as_of })
  const representatives = officials.map(({ division: _division, from: _from, ...official }) =>
    Object.assign(official, { delivery: deliveryTo(official, smtpUrl !== null) }),
  )
  const listed = await districtChoices(db, divisions, government_level)
  const without = isToday ? await bodiesWithoutRecords(db, divisions, government_level) : []
  const missing = await missingDistricts(db, divisions, government_level, listed)
  const hasFederal = government_level === undefined || government_level === 'federal'
  const vacant = hasFederal ? await selectVacancies(db, as_of, withAtLarge(divisions)) : []
  const next = isToday && hasFederal ? await upcomingDistricts(db, me.user_id) : null
  const candidates = isToday && hasFederal ? await candidatesOf(db, me.user_id, smtpUrl !== null) : []
  return {
    success: true,
    representatives,
    ...(missing.length > 0 ? { missing_districts: missing } : {}),
    ...(without.length > 0 ? { without_records: without } : {}),
    ...(isToday && listed.length > 0 ? { district_choices: listed } : {}),
    as_of,
    map_id,
    upcoming: isToday ? await upcomingOf(db, divisions, next, government_level, smtpUrl !== null) : [],
    ...(candidates.length > 0 ? { candidates } : {}),
    vacancies: vacant.map(({ organization: _organization, ...vacancy }) => vacancy),
    ...(next ? { upcoming_districts: next } : {}),
  }
}

/** Returns who represents each district that the member may choose. */
async function candidatesOf(db: Db, user_id: string, mailIsConfigured: boolean) {
  const districts = await selectCandidateDistricts(db, user_id)
  const officials = districts.length > 0 ? await selectRepresentatives(db, districts, {}) : []
  return officials.map(({ from: _from, ...official }) =>
    Object.assign(official, { delivery: deliveryTo(official, mailIsConfigured) }),
  )
}

/**
 * Returns the people who take office within a year in the member's divisions. Congressional districts are those of the map of
 * their first day, and on the next map only a certain one counts.
 */
async function upcomingOf(
  db: Db,
  divisions: readonly string[],
  next: UpcomingDistricts | null,
  government_level: GovernmentLevel | undefined,
  mailIsConfigured: boolean,
) {
  const officials = await selectUpcoming(
    db,
    {
      always: withAtLarge(divisions.filter((division) => !isDistrict(division))),
      onCurrentMap: divisions.filter(isDistrict),
      onNextMap: next?.is_certain ? next.districts.map(({ division }) => division) : [],
      nextFrom: (await nextMap(db))?.valid_from ?? null,
    },
    government_level,
  )
  return officials.map(({ division: _division, from, ...official }) =>
    Object.assign(official, { delivery: deliveryTo(official, mailIsConfigured), from: from ?? '' }),
  )
}

/** Returns the representatives of the divisions on a date, YYYY-MM-DD, or today. */
export function representativesOf(
  db: Db,
  divisions: string[],
  options: { government_level?: GovernmentLevel | undefined; on?: string | null } = {},
): Promise<RepresentativeOf[]> {
  return selectRepresentatives(db, withAtLarge(divisions), options)
}

const isDistrict = (division: string) => division.includes('/cd:')
const isState = (division: string) =>
  /^ocd-division\/country:us\/(state|district|territory):[a-z]{2}$/.test(division)

/** Adds the at-large districts of the states, because addresses seldom name them. */
export function withAtLarge(divisions: readonly string[]): string[] {
  const atLarge = divisions
    .filter(isState)
    .flatMap((state) => ['cd', 'sldl'].map((kind) => `${state}/${kind}:at-large`))
  return [...new Set([...divisions, ...atLarge])]
}

/** Returns the kinds of districts of the level that are unknown, although their members are in the records. */
async function districtChoices(
  db: Db,
  divisions: readonly string[],
  level: GovernmentLevel | undefined,
): Promise<ListedDistrict[]> {
  if (level === 'federal') return []
  const districts = await selectListedDistricts(db, divisions, divisions)
  const kinds = new Set(districts.map(({ kind }) => kind))
  return listedDistricts.filter(
    (kind) =>
      kinds.has(kind) && (level === undefined || (level === 'local') === (kind === 'council_district')),
  )
}

/** Returns the bodies of the member's state and city of the level of which this instance knows no member at all. */
async function bodiesWithoutRecords(
  db: Db,
  divisions: readonly string[],
  level: GovernmentLevel | undefined,
): Promise<BodyWithoutRecords[]> {
  const state = divisions.find(isState)
  if (!state || level === 'federal') return []
  const city = cityOf(divisions)
  const recorded = await selectRecordedBodies(db, state, city)
  const without: BodyWithoutRecords[] = []
  if (level !== 'local' && !recorded.legislature) without.push('state_legislature')
  // The council of the District of Columbia is its legislature.
  if (level !== 'state' && city !== null && city !== state && !recorded.council) without.push('council')
  return without
}

/** Returns the kinds of representatives that are missing because the member's districts are not known. */
async function missingDistricts(
  db: Db,
  divisions: readonly string[],
  level: GovernmentLevel | undefined,
  listed: readonly ListedDistrict[],
): Promise<MissingDistrict[]> {
  const state = divisions.find(isState)
  if (!state) return []
  const isKnown = divisions.some(isDistrict)
  const missing: MissingDistrict[] = []
  if ((level === undefined || level === 'federal') && !isKnown && (await hasHouseDistricts(db, state))) {
    missing.push('congressional')
  }
  if (listed.some((kind) => kind !== 'council_district')) missing.push('state_legislative')
  if (listed.includes('council_district')) missing.push('council')
  return missing
}

/**
 * Lists the districts of one kind among which the member can choose, each with who represents it, in the order of their
 * numbers.
 */
export async function listDistrictChoices(
  db: Db,
  me: Member,
  { kind }: ParsedOf<typeof listDistrictChoicesEndpoint>,
  { smtpUrl }: Pick<Env, 'smtpUrl'>,
): Promise<OutputOf<typeof listDistrictChoicesEndpoint>> {
  const current = await selectMemberDivisions(db, me.user_id)
  const certain = current.filter(({ chosen }) => !chosen).map(({ division }) => division)
  const home = current.map(({ division }) => division)
  const listed = await selectListedDistricts(db, home, certain)
  const divisions = listed.filter((district) => district.kind === kind).map(({ division }) => division)
  const [names, officials] = await Promise.all([
    nameDivisions(db, divisions),
    selectRepresentatives(db, divisions, {}),
  ])
  const districts = names.map(({ division, name }) => ({
    division,
    name,
    representatives: officials
      .filter((official) => official.division === division)
      .map(({ division: _division, from: _from, ...official }) =>
        Object.assign(official, { delivery: deliveryTo(official, smtpUrl !== null) }),
      ),
  }))
  return { districts: districts.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })) }
}

/**
 * Returns how a message is delivered: by email if the office has an email address and mail is configured, otherwise
 * through the office's form, and if there is none, the message is only recorded (CIV-API-35).
 */
export function deliveryTo(
  { email, contact_form_url }: Pick<Representative, 'email' | 'contact_form_url'>,
  mailIsConfigured: boolean,
): Representative['delivery'] {
  if (email !== null && mailIsConfigured) return 'email'
  return contact_form_url === null ? 'recorded' : 'contact_form'
}

export function hasAddress({ address }: Pick<Resident, 'address'>): boolean {
  return address !== null && address.trim() !== ''
}
