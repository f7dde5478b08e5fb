import type { Db } from '../postgres/db.ts'

/** A person in office with one of the person's terms. */
export type RosterTerm = {
  rep_id: string
  rep_name: string
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
  /** An id such as "bioguide:T000481", "ocd-person/…" or "nyc-5273", or one that Hurd doesn't know. */
  sourcePersonId?: string | null
  /** A number, a text such as "HD-034", or an OCD division. */
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
  /** Caches who sat in an organization on a day, because the voters of a roll call are looked up one by one. */
  sitting: Map<string, readonly IndexedTerm[]>
}
type IndexedTerm = RosterTerm & { names: ReadonlySet<string>; districts: ReadonlySet<string> }

/** Reads everybody who has sat in the organizations, their aliases, and which of the source ids are known. */
export async function loadRoster(
  db: Db,
  organizations: readonly string[],
  sourceIds: readonly string[],
): Promise<Roster> {
  const [terms, known, aliases] = await Promise.all([
    db<RosterTerm[]>`
      select t.rep_id, r.rep_name, t.organization, t.division, t.district, t.party, t.valid_from::text, t.valid_to::text
        from representative_terms t join representatives r using (rep_id)
       where t.organization = any(${organizations}::text[])`,
    db<{ rep_id: string }[]>`
      select rep_id from representatives where rep_id = any(${sourceIds.map(idOf)}::text[])`,
    db<NameAlias[]>`
      select organization, name_key, rep_id, valid_from::text, valid_to::text
        from voter_aliases where organization = any(${organizations}::text[])`,
  ])
  return buildRoster(
    terms,
    known.map(({ rep_id }) => rep_id),
    aliases,
  )
}

/** Builds a roster from terms that are already read. */
export function buildRoster(
  terms: readonly RosterTerm[],
  ids: readonly string[],
  aliases: readonly NameAlias[] = [],
): Roster {
  const byOrganization = new Map<string, IndexedTerm[]>()
  const names = new Map<string, ReadonlySet<string>>()
  for (const term of terms) {
    const spellings = names.get(term.rep_name) ?? spellingsOf(term.rep_name)
    names.set(term.rep_name, spellings)
    const list = byOrganization.get(term.organization) ?? []
    const districts = new Set([term.district, term.division].map(districtKey).filter((key) => key !== ''))
    list.push({ ...term, names: spellings, districts })
    byOrganization.set(term.organization, list)
  }
  const known = new Set([...ids, ...terms.map(({ rep_id }) => rep_id)])
  return { ids: known, byOrganization, aliases, sitting: new Map() }
}

/**
 * Finds the one person who matches. Null if there is none. Tries the source's id, then an alias, then the district if
 * only one person represents it, and then the name among those in office on that day. If several people match a
 * district or a name, the party decides.
 *
 * @param date the day as YYYY-MM-DD. Without it, everybody who has ever sat in the organization is considered.
 */
export function findRepresentative(
  roster: Roster,
  organization: string | null,
  date: string | null,
  person: NamedPerson,
): string | null {
  const id = person.sourcePersonId ? idOf(person.sourcePersonId) : null
  if (id && roster.ids.has(id)) return id
  const name = normalizedName(person.name)
  const aliases = roster.aliases.filter(
    (alias) => alias.organization === organization && alias.name_key === name && covers(alias, date),
  )
  const [alias] = aliases
  if (alias && aliases.length === 1) return alias.rep_id
  const { state } = person
  const everybody = sittingOn(roster, organization ?? '', date)
  const sitting = state ? everybody.filter(({ division }) => isOfState(division, state)) : everybody
  const district = districtKey(person.district ?? null)
  if (district !== '') {
    const holder = onlyPerson(
      sitting.filter(({ districts }) => districts.has(district)),
      person.party,
    )
    const isNamed = sitting.some((term) => term.rep_id === holder && sharesLastName(term.rep_name, name))
    // If the district and the name contradict each other, nobody matches.
    if (holder) return isNamed ? holder : null
  }
  const namesakes = sitting.filter(({ names }) => names.has(name))
  if (namesakes.length > 0) return onlyPerson(namesakes, person.party)
  // "Mike Ash" is Michael Ash if no other member named Ash has that initial.
  const initial = initialAndLast(name)
  return initial === null
    ? null
    : onlyPerson(
        sitting.filter(({ names }) => names.has(initial)),
        person.party,
      )
}

function sittingOn(roster: Roster, organization: string, date: string | null): readonly IndexedTerm[] {
  const key = `${organization} ${date ?? ''}`
  const known = roster.sitting.get(key)
  if (known) return known
  const sitting = (roster.byOrganization.get(organization) ?? []).filter((term) => covers(term, date))
  roster.sitting.set(key, sitting)
  return sitting
}

/** Returns the rep_id for a source's id of a person. */
function idOf(sourcePersonId: string): string {
  return sourcePersonId.replace(/^bioguide:/, '')
}

function covers(
  { valid_from, valid_to }: Pick<RosterTerm, 'valid_from' | 'valid_to'>,
  date: string | null,
): boolean {
  if (!date) return true
  return (valid_from === null || valid_from <= date) && (valid_to === null || date < valid_to)
}

/** Returns the only person of these terms, or the only one of that party. Null if there are several. */
function onlyPerson(terms: readonly RosterTerm[], party: string | null | undefined): string | null {
  const [first] = terms
  if (!first) return null
  if (terms.every(({ rep_id }) => rep_id === first.rep_id)) return first.rep_id
  if (!party) return null
  const letter = party.slice(0, 1).toUpperCase()
  return onlyPerson(
    terms.filter((term) => term.party?.slice(0, 1).toUpperCase() === letter),
    null,
  )
}

/**
 * Returns a key of a district. "HD-034", "34" and "…/sldl:34" are the same district, and so are "State Senate District
 * 5" and "5".
 */
function districtKey(district: string | null): string {
  const words = (district ?? '').toLowerCase().replace(/^ocd-division\/.*:/, '')
  const [, number] = /^(?:[a-z ]*[ -])?0*(\d+[a-z]?)$/.exec(words) ?? []
  return number ?? words.replace(/[^a-z0-9]+/g, ' ').trim()
}

function isOfState(division: string | null, state: string): boolean {
  return new RegExp(`/(state|district|territory):${state.toLowerCase()}(/|$)`).test(division ?? '')
}

/** Returns true if both names can have the same last name. Otherwise the source's district is not trusted. */
function sharesLastName(rep_name: string, name: string): boolean {
  const [known, words] = [normalizedName(rep_name).split(' '), name.split(' ')]
  return words.includes(known.at(-1) ?? '') || known.slice(1).includes(words.at(-1) ?? '')
}

const ranks =
  /\b(jr|sr|ii|iii|iv|rep|representative|sen|senator|del|delegate|council ?member|assembly ?member|hon|dr)\b/g

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/['’`.*]/g, '')
    .replace(/[^a-z]+/g, ' ')
    .replace(ranks, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Returns a name in lower case without accents, punctuation, titles and "Jr.", so that spellings match. "Last, First"
 * becomes "first last".
 */
export function normalizedName(name: string): string {
  const [last = '', first] = name
    .split(',')
    .map(plain)
    .filter((part) => part !== '')
  return first ? `${first} ${last}` : last
}

function initialAndLast(name: string): string | null {
  const words = name.split(' ')
  return words.length > 1 ? `${(words[0] ?? '').slice(0, 1)} ${words.at(-1) ?? ''}` : null
}

/** Returns the ways in which sources write the name of a representative. */
function spellingsOf(name: string): ReadonlySet<string> {
  const words = normalizedName(name).split(' ')
  const first = words[0] ?? ''
  const middle = words.slice(1, -1)
  const last = words.at(-1) ?? ''
  // A family name may have several words, such as "Chavez DeRemer" or "Van Hollen".
  const families = words.slice(1).map((_, index) => words.slice(index + 1).join(' '))
  return new Set([
    words.join(' '),
    last,
    `${first} ${last}`,
    ...middle.map((word) => `${first} ${word.slice(0, 1)} ${last}`),
    ...middle.map((word) => `${word} ${last}`),
    ...[last, ...families].flatMap((family) => [
      family,
      `${first.slice(0, 1)} ${family}`,
      `${family} ${first.slice(0, 1)}`,
      `${family} ${first}`,
    ]),
  ])
}
