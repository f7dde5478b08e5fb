import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import { refusals } from '../../contract/kit/refusals.ts'
import type {
  listRepresentatives as listRepresentativesEndpoint,
  MissingDistrict,
  Representative,
} from '../../contract/representatives.ts'
import type { GovernmentLevel } from '../../contract/rules/billContent.ts'
import type { Member } from '../http/route/route.ts'
import type { Env } from '../kit/env/env.ts'
import type { Db } from '../postgres/db.ts'
import {
  type RepresentativeOf,
  type Resident,
  selectDistricted,
  selectMemberDivisions,
  selectRepresentatives,
  selectResident,
} from './queries.ts'

/** The caller's representatives today. Without an address, the answer asks for one (CIV-API-34). */
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
  const divisions = await selectMemberDivisions(db, me.user_id)
  const officials = await representativesOf(db, divisions, { government_level })
  const representatives = officials.map(({ division: _division, ...official }) =>
    Object.assign(official, { delivery: deliveryTo(official, smtpUrl !== null) }),
  )
  const missing = await missingDistricts(db, divisions, government_level)
  return { success: true, representatives, ...(missing.length > 0 ? { missing_districts: missing } : {}) }
}

/** The representatives of the divisions on a date, YYYY-MM-DD, or today. */
export function representativesOf(
  db: Db,
  divisions: string[],
  options: { government_level?: GovernmentLevel | undefined; on?: string | null } = {},
): Promise<RepresentativeOf[]> {
  return selectRepresentatives(db, withAtLarge(divisions), options)
}

const isState = (division: string) =>
  /^ocd-division\/country:us\/(state|district|territory):[a-z]{2}$/.test(division)

/** Adds the at-large districts of the states, because addresses seldom name them. */
export function withAtLarge(divisions: readonly string[]): string[] {
  const atLarge = divisions
    .filter(isState)
    .flatMap((state) => ['cd', 'sldl'].map((kind) => `${state}/${kind}:at-large`))
  return [...new Set([...divisions, ...atLarge])]
}

/** Which representatives are missing because the caller's own districts are not known. */
async function missingDistricts(
  db: Db,
  divisions: readonly string[],
  level: GovernmentLevel | undefined,
): Promise<MissingDistrict[]> {
  const state = divisions.find(isState)
  if (!state || level === 'local') return []
  const { congressional, state_legislative } = await selectDistricted(db, state)
  const isKnown = (kinds: RegExp) => divisions.some((division) => kinds.test(division))
  const missing: MissingDistrict[] = []
  if (level !== 'state' && congressional && !isKnown(/\/cd:/)) missing.push('congressional')
  if (level !== 'federal' && state_legislative && !isKnown(/\/(sld[lu]|ward):/)) {
    missing.push('state_legislative')
  }
  return missing
}

/** Email if the office has an address and mail is configured, else the office's form, else only stored (CIV-API-35). */
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
