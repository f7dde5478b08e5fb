import type { ImportedVoter } from '../sources/votes/importedVote.ts'
import { nameKey, peopleNamed, type SeatHolder, sharesLastName } from './voterNames.ts'

export type VoterAlias = {
  organization: string
  name_key: string
  rep_id: string
  valid_from: string | null
  valid_to: string | null
}

/** What is known of an organization: everybody who ever sat there, and the operator's aliases. */
export type Chamber = { members: readonly SeatHolder[]; aliases: readonly VoterAlias[] }

const covers = (
  { valid_from, valid_to }: { valid_from: string | null; valid_to: string | null },
  day: string,
) => (valid_from === null || valid_from <= day) && (valid_to === null || valid_to > day)

/**
 * The representative that a voter is, or null if none or several fit. Tries the source's person id, an alias, the district
 * if it has one member, and the name among those who sat in the chamber on that day. The party breaks a tie between two.
 * @param knownIds the ids of the source that are ids of representatives
 */
export function matchVoter(
  chamber: Chamber,
  voter: Omit<ImportedVoter, 'option' | 'source_option'>,
  day: string,
  knownIds: ReadonlySet<string>,
): string | null {
  const { source_person_id, state, district, voter_name } = voter
  if (source_person_id && knownIds.has(source_person_id)) return source_person_id
  const key = nameKey(voter_name)
  const alias = chamber.aliases.filter((entry) => entry.name_key === key && covers(entry, day))
  if (alias.length === 1) return alias[0]!.rep_id
  const sitting = chamber.members.filter((member) => covers(member, day))
  const inPlace = state ? sitting.filter(({ division }) => isOfState(division, state)) : sitting
  const named = onlyOne(peopleNamed(inPlace, voter_name), voter.party)
  if (!district) return named
  const seats = inPlace.filter(({ division }) => division === district || division.endsWith(`:${district}`))
  const holder = onlyOne(seats, voter.party)
  if (holder === null) return named
  // A district and a name that contradict each other fit nobody.
  const isNamed = seats.some((seat) => seat.rep_id === holder && sharesLastName(seat.rep_name, voter_name))
  return isNamed ? holder : null
}

function onlyOne(people: readonly SeatHolder[], party: string | null): string | null {
  const ids = new Set(people.map(({ rep_id }) => rep_id))
  if (ids.size <= 1) return people[0]?.rep_id ?? null
  const ofParty = new Set(
    people.filter((person) => isSameParty(person.party, party)).map(({ rep_id }) => rep_id),
  )
  return ofParty.size === 1 ? [...ofParty][0]! : null
}

function isSameParty(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one[0]?.toLowerCase() === other[0]?.toLowerCase()
}

function isOfState(division: string, state: string): boolean {
  return new RegExp(`/(state|district|territory):${state.toLowerCase()}(/|$)`).test(division)
}
