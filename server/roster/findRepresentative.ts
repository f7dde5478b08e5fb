import type { Db } from '../postgres/db.ts'

/** A person in office, with one of their terms. */
export type RosterTerm = {
  rep_id: string
  rep_name: string
  organization: string
  district: string | null
  party: string | null
  valid_from: string | null
  valid_to: string | null
}

/** What a source says about a person. All fields but the name may be missing. */
export type NamedPerson = {
  /** "bioguide:T000481", "ocd-person/…", "nyc-5273", or an id that Hurd doesn't know. */
  sourcePersonId?: string | null
  district?: string | null
  name: string
  party?: string | null
}

/** The terms of some organizations, indexed so that one person is found without reading the database. */
export type Roster = {
  ids: ReadonlySet<string>
  byOrganization: ReadonlyMap<string, readonly IndexedTerm[]>
}
type IndexedTerm = RosterTerm & { names: ReadonlySet<string>; districtKey: string }

/** Reads everybody who has sat in the organizations, and which of the source ids are known. */
export async function loadRoster(
  db: Db,
  organizations: readonly string[],
  sourceIds: readonly string[],
): Promise<Roster> {
  const [terms, known] = await Promise.all([
    db<RosterTerm[]>`
      select t.rep_id, r.rep_name, t.organization, t.district, t.party, t.valid_from::text, t.valid_to::text
        from representative_terms t join representatives r using (rep_id)
       where t.organization = any(${organizations}::text[])`,
    db<{ rep_id: string }[]>`
      select rep_id from representatives where rep_id = any(${sourceIds.map(idOf)}::text[])`,
  ])
  return buildRoster(
    terms,
    known.map(({ rep_id }) => rep_id),
  )
}

/** A roster from terms that are already read. */
export function buildRoster(terms: readonly RosterTerm[], ids: readonly string[]): Roster {
  const byOrganization = new Map<string, IndexedTerm[]>()
  const names = new Map<string, ReadonlySet<string>>()
  for (const term of terms) {
    const spellings = names.get(term.rep_name) ?? spellingsOf(term.rep_name)
    names.set(term.rep_name, spellings)
    const list = byOrganization.get(term.organization) ?? []
    list.push({ ...term, names: spellings, districtKey: districtKey(term.district) })
    byOrganization.set(term.organization, list)
  }
  return { ids: new Set([...ids, ...terms.map(({ rep_id }) => rep_id)]), byOrganization }
}

/**
 * The one person who fits, or null: by the source's id, then by the district if it has one seat, then by the name among
 * those in office on that day. The party decides between two people with one name.
 * @param date YYYY-MM-DD; without it everybody who has ever sat in the organization is considered
 */
export function findRepresentative(
  roster: Roster,
  organization: string | null,
  date: string | null,
  person: NamedPerson,
): string | null {
  const id = person.sourcePersonId ? idOf(person.sourcePersonId) : null
  if (id && roster.ids.has(id)) return id
  const sitting = (roster.byOrganization.get(organization ?? '') ?? []).filter((term) => covers(term, date))
  const district = districtKey(person.district ?? null)
  if (district !== '') {
    const holders = onlyPerson(sitting.filter((term) => term.districtKey === district))
    const isNamed = sitting.some((term) => term.rep_id === holders && sharesLastName(term, person.name))
    if (isNamed) return holders
  }
  const name = normalizedName(person.name)
  const namesakes = sitting.filter((term) => term.names.has(name))
  const only = onlyPerson(namesakes)
  if (only || !person.party) return only
  const party = person.party.slice(0, 1).toUpperCase()
  return onlyPerson(namesakes.filter((term) => term.party?.slice(0, 1).toUpperCase() === party))
}

/** The rep_id that a source's person id stands for. */
function idOf(sourcePersonId: string): string {
  return sourcePersonId.replace(/^bioguide:/, '')
}

function covers({ valid_from, valid_to }: RosterTerm, date: string | null): boolean {
  if (!date) return true
  return (valid_from === null || valid_from <= date) && (valid_to === null || date < valid_to)
}

function onlyPerson(terms: readonly RosterTerm[]): string | null {
  const [first] = terms
  return first && terms.every(({ rep_id }) => rep_id === first.rep_id) ? first.rep_id : null
}

/** "HD-034" and "34" are one district, and so are "State Senate District 5" and "5". */
function districtKey(district: string | null): string {
  const words = (district ?? '').toLowerCase()
  const [, number] = /^(?:[a-z ]*[ -])?0*(\d+[a-z]?)$/.exec(words) ?? []
  return number ?? words.replace(/[^a-z0-9]+/g, ' ').trim()
}

/** A source's district is trusted only for a person whose name it can be. */
function sharesLastName({ rep_name }: IndexedTerm, name: string): boolean {
  const last = normalizedName(rep_name).split(' ').at(-1) ?? ''
  return normalizedName(name).split(' ').includes(last)
}

const ranks =
  /\b(jr|sr|ii|iii|iv|rep|representative|sen|senator|del|delegate|council ?member|assembly ?member|hon|dr)\b/g

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.*]/g, '')
    .replace(/[^a-z]+/g, ' ')
    .replace(ranks, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Lower case without accents, punctuation, titles and "Jr.", so that spellings compare. "Last, First" is turned around. */
export function normalizedName(name: string): string {
  const [last = '', first] = name
    .split(',')
    .map(plain)
    .filter((part) => part !== '')
  return first ? `${first} ${last}` : last
}

/** The ways in which sources write the name of a member. */
function spellingsOf(name: string): ReadonlySet<string> {
  const words = normalizedName(name).split(' ')
  const first = words[0] ?? ''
  const middle = words.slice(1, -1)
  const last = words.at(-1) ?? ''
  // A family name may have two words: "Chavez DeRemer", "Van Hollen".
  const family = words.slice(-2).join(' ')
  return new Set([
    words.join(' '),
    `${first} ${last}`,
    ...middle.map((word) => `${first} ${word.slice(0, 1)} ${last}`),
    last,
    family,
    `${first.slice(0, 1)} ${last}`,
    `${last} ${first.slice(0, 1)}`,
    `${last} ${first}`,
    ...middle.map((word) => `${word} ${last}`),
  ])
}
