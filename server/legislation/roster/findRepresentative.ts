import type { Db } from '#server/platform/postgres/db.ts'
import { districtKey, isOfState, readFederalDistrict } from './districtKey.ts'
import { bodiesOf, inChamber } from './organizations.ts'
import { normalizedName, readPersonName, type PersonName } from './personName.ts'
import { fullSpellings, spellingsInRecord, spellingsOfMember, statedFamilies } from './spellings.ts'

/** A person in office with one of the person's terms. */
export type RosterTerm = {
  rep_id: string
  rep_name: string
  /** Former and longer names, and other spellings. */
  other_names: readonly string[]
  organization: string
  division: string | null
  district: string | null
  party: string | null
  valid_from: string | null
  valid_to: string | null
}

/** Another name of a person in an organization, from the operator's file. */
export type NameAlias = {
  organization: string
  /** The name in the form that `normalizedName` returns. */
  name_key: string
  rep_id: string
  valid_from: string | null
  valid_to: string | null
}

/** The information of a source about a person. All fields except the name may be missing. */
export type NamedPerson = {
  /** An id such as "bioguide:T000481", "ocd-person/…" or "nyc-5273", or one that Hurd does not know. */
  sourcePersonId?: string | null
  /** A number, a text such as "HD-034" or "CA-12", or an OCD division. */
  district?: string | null
  /** The two-letter abbreviation of the state that a member of Congress represents. */
  state?: string | null
  name: string
  party?: string | null
}

/** The terms of some organizations, indexed so that a person is found without reading the database. */
export type Roster = {
  ids: ReadonlySet<string>
  byOrganization: ReadonlyMap<string, readonly IndexedTerm[]>
  aliases: readonly NameAlias[]
  /** The terms of some bodies by spelling and by district, because the voters of a roll call are looked up one by one. */
  indexes: Map<string, TermIndex>
}
type IndexedTerm = RosterTerm & {
  spellings: readonly string[]
  districts: ReadonlySet<string>
  families: ReadonlySet<string>
  /** The spellings of the family name that the person has today. */
  currentFamilies: ReadonlySet<string>
  suffixes: ReadonlySet<string>
}
type TermIndex = Record<'bySpelling' | 'byDistrict', ReadonlyMap<string, readonly IndexedTerm[]>>

/** Reads everybody who has sat in the organizations, their aliases, and which of the source ids are known. */
export async function loadRoster(
  db: Db,
  organizations: readonly string[],
  sourceIds: readonly string[],
): Promise<Roster> {
  const bodies = [...new Set(organizations.flatMap(bodiesOf))]
  const [terms, known, aliases] = await Promise.all([
    db<RosterTerm[]>`
      select t.rep_id, r.rep_name, r.other_names, t.organization, t.division, t.district, t.party, t.valid_from::text,
             t.valid_to::text
        from representative_terms t join representatives r using (rep_id)
       where t.organization = any(${bodies}::text[])`,
    db<{ rep_id: string }[]>`
      select rep_id from representatives where rep_id = any(${sourceIds.map(repIdOf)}::text[])`,
    db<NameAlias[]>`
      select organization, name_key, rep_id, valid_from::text, valid_to::text
        from voter_aliases where organization = any(${bodies}::text[])`,
  ])
  return buildRoster(
    terms,
    known.map(({ rep_id }) => rep_id),
    aliases,
  )
}

export function buildRoster(
  terms: readonly RosterTerm[],
  ids: readonly string[],
  aliases: readonly NameAlias[] = [],
): Roster {
  const byOrganization = new Map<string, IndexedTerm[]>()
  const people = new Map<string, ReturnType<typeof indexNames>>()
  for (const term of terms) {
    const person = people.get(term.rep_id) ?? indexNames(term.rep_name, term.other_names)
    people.set(term.rep_id, person)
    const list = byOrganization.get(term.organization) ?? []
    const districts = new Set([term.district, term.division].map(districtKey).filter((key) => key !== ''))
    list.push({ ...term, ...person, districts })
    byOrganization.set(term.organization, list)
  }
  const allIds = new Set([...ids, ...terms.map(({ rep_id }) => rep_id)])
  return { ids: allIds, byOrganization, aliases, indexes: new Map() }
}

function indexNames(rep_name: string, others: readonly string[]) {
  const official = readPersonName(rep_name)
  // Some rosters list initials alone, which are no name.
  const isName = ({ given, words }: PersonName) =>
    given.length > 0 ||
    words.length > 1 ||
    (words[0]?.length ?? 0) > 2 ||
    official.words.includes(words[0] ?? '')
  const names = [official, ...others.map(readPersonName).filter(isName)]
  const stated = statedFamilies(names)
  const spellings = names.flatMap((name) => spellingsOfMember(name, stated))
  const current = spellingsOfMember(official, stated).filter(({ certainty }) => certainty === 'family')
  return {
    currentFamilies: new Set(current.map(({ key }) => key)),
    spellings: [...new Set(spellings.map(({ certainty, key }) => `${certainty} ${key}`))],
    families: new Set(names.flatMap(({ words, hasComma }) => (hasComma ? words : words.slice(-1)))),
    suffixes: new Set(names.flatMap(({ suffix }) => suffix ?? [])),
  }
}

/**
 * Finds the one person who matches, or null if there is none, because no link is better than one to another person. Every link
 * from a record to a representative is made by this function. It tries, in this order:
 *
 * 1. the source's id of the person,
 * 2. an alias of the operator for this body and day,
 * 3. the name among the holders of the district, if the source names a district,
 * 4. the name among those in office in the body on that day, the most complete spelling first.
 *
 * If several people match a spelling, "Jr.", the party or nobody decides. A family name alone is that of the person who has it
 * today, if the others have it no longer, because a record of their time would distinguish them.
 *
 * @param organization the body in which the person sits, or the whole legislature ("il/legislature", "us/congress") if the
 *   source does not say which chamber. A title in the name, such as "Sen.", then decides.
 * @param date the day as YYYY-MM-DD. Without it, everybody who has ever sat in the organization is considered.
 */
export function findRepresentative(
  roster: Roster,
  organization: string | null,
  date: string | null,
  person: NamedPerson,
): string | null {
  const id = person.sourcePersonId ? repIdOf(person.sourcePersonId) : null
  if (id && roster.ids.has(id)) return id
  const name = readPersonName(person.name)
  const bodies = organization === null ? [] : inChamber(organization, name.chamber)
  const alias = findAlias(roster, bodies, date, normalizedName(person.name))
  if (alias) return alias
  if (name.words.length === 0) return null
  const match = amongMembers(roster, bodies, organization, date, person, name)
  // Two members of Congress from different states can have the same name.
  if (match === null || organization?.startsWith('us/')) return match
  return isOtherPerson(indexOf(roster, bodies), date, name, match) ? null : match
}

/** Finds a person by district and name among those in office on the day. */
function amongMembers(
  roster: Roster,
  bodies: readonly string[],
  organization: string | null,
  date: string | null,
  person: NamedPerson,
  name: PersonName,
): string | null {
  const statedDistrict = person.district ?? name.district
  const place = organization?.startsWith('us/')
    ? readFederalDistrict(statedDistrict)
    : { state: null, district: statedDistrict }
  const district = districtKey(place.district)
  const state = person.state ?? place.state
  const party = person.party || name.party
  const index = indexOf(roster, bodies)
  const isPossible = (term: IndexedTerm) =>
    covers(term, date) &&
    (!state || isOfState(term.division, state)) &&
    !contradicts(term.suffixes, name.suffix)
  if (district === '') return byName(index, isPossible, name, party)
  const holders = (index.byDistrict.get(district) ?? []).filter(isPossible)
  if (holders.length === 0) {
    return byName(index, (term) => isPossible(term) && !isOtherDistrict(term, district), name, party)
  }
  const inDistrict = byName(index, (term) => isPossible(term) && term.districts.has(district), name, party)
  if (inDistrict) return inDistrict
  // The district names one person, and the first name may differ. If the family name differs too, nobody matches.
  const [holder] = holders
  const isOnly = holders.every(({ rep_id }) => rep_id === holder?.rep_id)
  return isOnly && holder && [...name.words, ...name.firstHalves].some((word) => holder.families.has(word))
    ? holder.rep_id
    : null
}

/**
 * Returns true if the whole name is that of another member of the same years, and not that of the match. Mary Torch of district 83
 * is not Mark Torch, and Carl Wick is not Carla Wick, who followed him.
 */
function isOtherPerson(
  { bySpelling }: TermIndex,
  date: string | null,
  name: PersonName,
  match: string,
): boolean {
  const spellings = fullSpellings(name)
  const namesakes = spellings.flatMap(({ certainty, key }) => bySpelling.get(`${certainty} ${key}`) ?? [])
  if (namesakes.some(({ rep_id }) => rep_id === match)) return false
  return namesakes.some((term) => date === null || wasRecent(term, date))
}

/** Returns true if the term covers the day or one in the two years around it. */
function wasRecent({ valid_from, valid_to }: RosterTerm, date: string): boolean {
  const year = Number(date.slice(0, 4))
  return (
    (valid_from === null || Number(valid_from.slice(0, 4)) <= year + 2) &&
    (valid_to === null || Number(valid_to.slice(0, 4)) >= year - 2)
  )
}

/** Returns the rep_id for a source's id of a person. */
function repIdOf(sourcePersonId: string): string {
  return sourcePersonId.replace(/^bioguide:/, '')
}

function findAlias(
  { aliases }: Roster,
  bodies: readonly string[],
  date: string | null,
  name_key: string,
): string | null {
  const matches = aliases.filter(
    (alias) => alias.name_key === name_key && bodies.includes(alias.organization) && covers(alias, date),
  )
  const [first] = matches
  return first && matches.length === 1 ? first.rep_id : null
}

function byName(
  { bySpelling }: TermIndex,
  isPossible: (term: IndexedTerm) => boolean,
  name: PersonName,
  party: string | null,
): string | null {
  if (bySpelling.size === 0) return null
  for (const { certainty, key } of spellingsInRecord(name)) {
    const terms = (bySpelling.get(`${certainty} ${key}`) ?? []).filter(isPossible)
    if (terms.length === 0) continue
    const current = certainty === 'family' ? terms.filter((term) => term.currentFamilies.has(key)) : []
    return onlyPerson(current.length > 0 ? current : terms, name.suffix, party)
  }
  return null
}

function indexOf(roster: Roster, bodies: readonly string[]): TermIndex {
  const cacheKey = bodies.join(' ')
  const cachedIndex = roster.indexes.get(cacheKey)
  if (cachedIndex) return cachedIndex
  const terms = bodies.flatMap((body) => roster.byOrganization.get(body) ?? [])
  const index = {
    bySpelling: groupBy(terms, ({ spellings }) => spellings),
    byDistrict: groupBy(terms, ({ districts }) => districts),
  }
  roster.indexes.set(cacheKey, index)
  return index
}

function groupBy(
  terms: readonly IndexedTerm[],
  keysOf: (term: IndexedTerm) => Iterable<string>,
): Map<string, IndexedTerm[]> {
  const groups = new Map<string, IndexedTerm[]>()
  for (const term of terms) {
    for (const key of keysOf(term)) {
      const group = groups.get(key)
      if (group) group.push(term)
      else groups.set(key, [term])
    }
  }
  return groups
}

function covers(
  { valid_from, valid_to }: Pick<RosterTerm, 'valid_from' | 'valid_to'>,
  date: string | null,
): boolean {
  if (!date) return true
  return (valid_from === null || valid_from <= date) && (valid_to === null || date < valid_to)
}

/** Returns the only person of these terms, or the only one with that suffix or of that party, or null if there are several. */
function onlyPerson(
  terms: readonly IndexedTerm[],
  suffix: string | null,
  party: string | null,
): string | null {
  const [first] = terms
  if (!first) return null
  if (terms.every(({ rep_id }) => rep_id === first.rep_id)) return first.rep_id
  if (suffix !== null) {
    return onlyPerson(
      terms.filter(({ suffixes }) => suffixes.has(suffix)),
      null,
      party,
    )
  }
  if (!party) return null
  const letter = party.slice(0, 1).toUpperCase()
  return onlyPerson(
    terms.filter((term) => term.party?.slice(0, 1).toUpperCase() === letter),
    null,
    null,
  )
}

/** "John Smith Jr." is not John Smith Sr. */
function contradicts(suffixes: ReadonlySet<string>, suffix: string | null): boolean {
  return suffix !== null && suffixes.size > 0 && !suffixes.has(suffix)
}

/** Returns true if both the term and the source number their districts. The caller has excluded the terms with the same number. */
function isOtherDistrict({ districts }: IndexedTerm, district: string): boolean {
  return /^\d/.test(district) && [...districts].some((key) => /^\d/.test(key))
}
