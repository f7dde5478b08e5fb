import type { GovernmentLevel } from '../../contract/billContent.ts'
import type {
  listRepresentatives as listRepresentativesEndpoint,
  MissingDistrict,
  Representative,
} from '../../contract/representatives.ts'
import type { OutputOf, ParsedOf } from '../../contract/endpoint.ts'
import { refusals } from '../../contract/refusals.ts'
import type { Db } from '../kit/db.ts'
import type { Env } from '../kit/env.ts'
import type { Member } from '../kit/route.ts'
import { stateDivision, states } from '../sources/jurisdictions.ts'
import {
  type RepresentativeOf,
  type Resident,
  selectDistricted,
  selectMemberDivisions,
  selectRepresentatives,
  selectResident,
} from './queries.ts'

/** Whoever represents the caller today; without an address, what to do about it (R64). */
export async function listRepresentatives(
  db: Db,
  me: Member,
  { government_level }: ParsedOf<typeof listRepresentativesEndpoint>,
  { smtpUrl }: Pick<Env, 'smtpUrl'>,
): Promise<OutputOf<typeof listRepresentativesEndpoint>> {
  const resident = await selectResident(db, me.user_id)
  if (!hasAddress(resident)) {
    const error = refusals.address_required[1]
    return { success: false, needsAddress: true, representatives: [], error }
  }
  const divisions = await divisionsOfMember(db, me.user_id, resident)
  const found = await representativesOf(db, divisions, { government_level })
  const representatives = found.map(({ division: _division, ...one }) =>
    Object.assign(one, { delivery: deliveryTo(one, smtpUrl !== null) }),
  )
  const missing = await missingDistricts(db, divisions, government_level)
  return { success: true, representatives, ...(missing.length > 0 ? { missing_districts: missing } : {}) }
}

/** Who represents the people of the divisions: on a day, YYYY-MM-DD, or today. */
export function representativesOf(
  db: Db,
  divisions: string[],
  asked: { government_level?: GovernmentLevel | undefined; on?: string | null } = {},
): Promise<RepresentativeOf[]> {
  return selectRepresentatives(db, withAtLarge(divisions), asked)
}

/** The divisions that are certain for a member; where none is kept, the state that their address names. */
export async function divisionsOfMember(db: Db, user_id: string, resident: Resident): Promise<string[]> {
  const kept = await selectMemberDivisions(db, user_id)
  return kept.length > 0 ? kept : divisionsOf(resident)
}

const isState = (division: string) =>
  /^ocd-division\/country:us\/(state|district|territory):[a-z]{2}$/.test(division)

/** Who lives in a state lives in its districts at large, too, and their division is seldom named. */
export function withAtLarge(divisions: readonly string[]): string[] {
  const atLarge = divisions
    .filter(isState)
    .flatMap((state) => ['cd', 'sldl'].map((kind) => `${state}/${kind}:at-large`))
  return [...new Set([...divisions, ...atLarge])]
}

/** Districts whose members are missing from a look-up because the caller's own is not known. */
async function missingDistricts(
  db: Db,
  divisions: readonly string[],
  level: GovernmentLevel | undefined,
): Promise<MissingDistrict[]> {
  const state = divisions.find(isState)
  if (!state || level === 'local') return []
  const { congressional, state_legislative } = await selectDistricted(db, state)
  const knows = (kinds: RegExp) => divisions.some((division) => kinds.test(division))
  const missing: MissingDistrict[] = []
  if (level !== 'state' && congressional && !knows(/\/cd:/)) missing.push('congressional')
  if (level !== 'federal' && state_legislative && !knows(/\/(sld[lu]|ward):/))
    missing.push('state_legislative')
  return missing
}

/** By mail where the office has an address and mails leave; else by its form; else nothing but kept (R65). */
export function deliveryTo(
  { email, contact_form_url }: Pick<Representative, 'email' | 'contact_form_url'>,
  mailsLeave: boolean,
): Representative['delivery'] {
  if (email !== null && mailsLeave) return 'email'
  return contact_form_url === null ? 'recorded' : 'contact_form'
}

export function hasAddress({ address }: Pick<Resident, 'address'>): boolean {
  return address !== null && address.trim() !== ''
}

/** The divisions a member lives in, as far as they are known: their state, or none. */
export function divisionsOf({ address, ocd_city_id }: Pick<Resident, 'address' | 'ocd_city_id'>): string[] {
  const ofPlace = /^ocd-division\/country:us\/(?:state|district|territory):[a-z]{2}(?=\/|$)/.exec(
    ocd_city_id ?? '',
  )
  const division = ofPlace?.[0] ?? stateOfAddress(address ?? '')
  return division ? [division] : []
}

// Who writes "Washington" last may mean the city.
const stateNames = new Map(
  Object.entries(states)
    .map(([code, name]) => [bare(name), code] as const)
    .filter(([name]) => name !== 'washington'),
)
const country = /[,\s]+(?:usa|u\.s\.a\.|united states(?: of america)?)$/i

/**
 * The state an address ends in: "…, City, ST [ZIP]" (R27), with the name spelled out, or "… City ST ZIP" without
 * commas. Nothing else is guessed at: "10 Rue de la" is not in Louisiana.
 */
function stateOfAddress(address: string): string | null {
  const line = address.trim().replace(country, '')
  const [, place, zip] = /^(.*?)[,\s]*(\b\d{5}(?:-\d{4})?)?$/s.exec(line) ?? []
  if (!place) return null
  const parts = place.split(',').map(bare)
  const last = parts.length > 1 ? (parts.at(-1) ?? '') : ''
  const lastWord = zip ? (bare(place).split(' ').at(-1) ?? '') : ''
  const named = parts.length > 2 ? stateNames.get(last) : undefined
  return stateDivision(named ?? last) ?? stateDivision(lastWord)
}

function bare(words: string): string {
  return words
    .replaceAll('.', '')
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
    .toLowerCase()
}
