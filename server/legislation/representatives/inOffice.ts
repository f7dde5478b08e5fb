import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import type { Representative } from '#contract/representatives.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export type Resident = {
  full_name: string
  email: string
  address: string | null
  is_verified: boolean
}

export async function selectResident(db: Db, user_id: string): Promise<Resident> {
  const [row] = await db<Resident[]>`
    select full_name, email, address, email_verified_at is not null as is_verified
      from users where user_id = ${user_id}`
  return row!
}

/** Selects the member's divisions: certain from the address, chosen by the member, or the city that the address names. */
export async function selectMemberDivisions(db: Db, user_id: string): Promise<string[]> {
  const rows = await db<{ division: string }[]>`
    select division from member_divisions where user_id = ${user_id} order by division`
  return rows.map(({ division }) => division)
}

/** Selects the congressional districts among which the member can choose, because the address may be in any of them. */
export async function selectCandidateDistricts(db: Db, user_id: string): Promise<string[]> {
  const rows = await db<{ division: string }[]>`
    select jsonb_array_elements_text(candidates -> 'congressional_district') as division
      from residences where user_id = ${user_id}`
  return rows.map(({ division }) => division)
}

/**
 * Selects officials in office for one of the divisions on a date (YYYY-MM-DD). Null means today by the database's
 * clock.
 */
export function selectRepresentatives(
  db: Db,
  divisions: string[],
  filters: { government_level?: GovernmentLevel | undefined; on?: string | null },
): Promise<RepresentativeOf[]> {
  const { government_level, on = null } = filters
  return db<RepresentativeOf[]>`
    select * from (
      ${representatives(db)} where ${inOffice(db, divisions, on)}
        ${government_level ? db`and t.government_level = ${government_level}` : db``}
       order by r.rep_id, t.valid_from desc nulls last) found
     order by ${officialOrder(db)}`
}

/** The order of a list of officials: by level, and within it those with an office of their own before the many legislators. */
function officialOrder(db: Db) {
  return db`array_position(array['federal', 'state', 'local'], government_level), title not in ('Governor', 'Mayor'),
            title, rep_name, rep_id`
}

type UpcomingDivisions = {
  always: string[]
  onCurrentMap: string[]
  onNextMap: string[]
  /** The first day of the next map of congressional districts, or null if no map is known. */
  nextFrom: string | null
}

/** Selects officials whose term in one of the divisions begins within a year. */
export function selectUpcoming(
  db: Db,
  { always, onCurrentMap, onNextMap, nextFrom }: UpcomingDivisions,
  government_level: GovernmentLevel | undefined,
): Promise<RepresentativeOf[]> {
  return db<RepresentativeOf[]>`
    select * from (
      ${representatives(db)} where
        (t.division = any(${always}::text[])
         or t.division = any(${onCurrentMap}::text[]) and (${nextFrom}::date is null or t.valid_from < ${nextFrom}::date)
         or t.division = any(${onNextMap}::text[]) and t.valid_from >= ${nextFrom}::date)
        and t.valid_from > current_date and t.valid_from <= current_date + interval '1 year'
        ${government_level ? db`and t.government_level = ${government_level}` : db``}
       order by r.rep_id, t.valid_from) found
     order by ${officialOrder(db)}`
}

/**
 * Selects an official, or undefined if there is no such official, or if the official is out of office or represents
 * another district.
 */
export async function selectRepresentative(
  db: Db,
  divisions: string[],
  rep_id: string,
): Promise<RepresentativeOf | undefined> {
  const [row] = await db<RepresentativeOf[]>`
    ${representatives(db)} where r.rep_id = ${rep_id} and ${inOffice(db, divisions, null)}
     order by r.rep_id, t.valid_from desc nulls last`
  return row
}

/** A representative with the division that they represent. */
export type RepresentativeOf = Omit<Representative, 'delivery'> & { division: string; from: string | null }

function representatives(db: Db) {
  return db`
    select distinct on (r.rep_id)
           r.rep_id, r.rep_name, t.title, t.party, t.government_level, t.office_phone, t.email, t.contact_form_url,
           coalesce(r.portrait_url, r.photo_url) as photo_url, t.district, r.source_name, r.source_checked_at, t.division, t.valid_from as "from"
      from representative_terms t join representatives r using (rep_id)`
}

function inOffice(db: Db, divisions: string[], on: string | null) {
  const day = db`coalesce(${on}::date, current_date)`
  return db`t.division = any(${divisions}::text[])
    and (t.valid_from is null or t.valid_from <= ${day}) and (t.valid_to is null or t.valid_to > ${day})`
}

/**
 * Returns true if the directory contains members of the House by district.
 *
 * @param state the OCD division, such as "ocd-division/country:us/state:tx"
 */
export async function hasHouseDistricts(db: Db, state: string): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`
    select exists (
             select from representative_terms
              where organization = 'us/house' and division like ${`${state}/cd:%`} and division not like '%:at-large'
                and (valid_to is null or valid_to > current_date)) as found`
  return row!.found
}

/**
 * Selects whether the directory contains members of the legislature and of the council.
 *
 * @param state the OCD division of the state
 * @param city the OCD division of the city, or null if none is known
 */
export async function selectRecordedBodies(
  db: Db,
  state: string,
  city: string | null,
): Promise<{ legislature: boolean; council: boolean }> {
  const code = state.slice(-2)
  const council = city === null ? null : `${city.replace(/^ocd-division\/country:us\/[a-z]+:/, '')}/council`
  const bodies = ['upper', 'lower', 'legislature'].map((chamber) => `${code}/${chamber}`)
  const [row] = await db<{ legislature: boolean; council: boolean }[]>`
    select exists (select from representative_terms where organization = any(${bodies}::text[])) as legislature,
           exists (select from representative_terms where organization = ${council}) as council`
  return row!
}
