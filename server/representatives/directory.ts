import type { GovernmentLevel } from '../../contract/billContent.ts'
import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import { refusals } from '../../contract/kit/refusals.ts'
import type {
  listRepresentatives as listRepresentativesEndpoint,
  MissingDistrict,
  Representative,
} from '../../contract/representatives.ts'
import type { Member } from '../http/route.ts'
import type { Env } from '../kit/env.ts'
import type { Db } from '../postgres/db.ts'
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
  const divisions = await selectMemberDivisions(db, me.user_id)
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
  if (level !== 'federal' && state_legislative && !knows(/\/(sld[lu]|ward):/)) {
    missing.push('state_legislative')
  }
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
