import { foldLetters } from '#contract/kit/text.ts'
import { findRepresentative, type Roster } from './findRepresentative.ts'
import { legislatureOf } from './organizations.ts'
import { readPersonName } from './personName.ts'

/** The information of a record about a sponsor. */
export type NamedSponsor = {
  name: string
  entity_type: 'person' | 'organization'
  party: string | null
  district: string | null
  /** The body in which the sponsor sits, or null if the record does not say. */
  organization: string | null
  source_person_id: string | null
  sponsored_on: string | null
  classification: 'primary' | 'cosponsor'
}

export type SponsoredBill = {
  /** The body in which the bill was introduced, or the legislature if its code does not say. */
  origin: string
  introduced_on: string
}

/**
 * Finds the representative of each sponsor of a bill, or null for those who are not certain.
 *
 * The body that the record states decides. Without it, a sponsor sits in the chamber of the bill, unless nobody there has the name
 * and only one member of the other chamber has it. A single family name is not enough for that, because the roster may lack a
 * member of the bill's chamber; a full name is enough, and so are several sponsors. In such a list, a family name that both
 * chambers have could be either person, so it is not linked, except the first sponsor, who is always of the bill's chamber. A list
 * that names the sponsors of one chamber after those of the other decides for all of them.
 */
export function findSponsors(
  roster: Roster,
  { origin, introduced_on }: SponsoredBill,
  sponsors: readonly NamedSponsor[],
): (string | null)[] {
  const find = (sponsor: NamedSponsor, organization: string) =>
    sponsor.entity_type === 'organization'
      ? null
      : findRepresentative(roster, organization, sponsor.sponsored_on ?? introduced_on, {
          ...sponsor,
          sourcePersonId: sponsor.source_person_id,
        })
  const inOwnChamber = sponsors.map((sponsor) => find(sponsor, sponsor.organization ?? origin))
  const start = secondStart(sponsors)
  if (start === null && inOwnChamber.every((rep_id) => rep_id !== null)) return inOwnChamber
  const legislature = legislatureOf(origin)
  const matches = sponsors.map((sponsor, index): SponsorMatch => {
    const isStated = sponsor.organization !== null
    return { own: inOwnChamber[index] ?? null, any: isStated ? null : find(sponsor, legislature), isStated }
  })
  if (start !== null && isSecondList(start, matches)) {
    const other = otherChamber(origin)
    return sponsors.map((sponsor, index) =>
      index < start ? (inOwnChamber[index] ?? null) : find(sponsor, other),
    )
  }
  const ofOtherChamber = new Set(
    matches.flatMap(({ own, any }) => (own === null && any !== null ? [any] : [])),
  )
  return matches.map(({ own, any, isStated }, index) => {
    if (isStated || own === any) return own
    if (own === null) return ofOtherChamber.size > 1 || hasGivenName(sponsors[index]?.name ?? '') ? any : null
    return ofOtherChamber.size > 0 && index > 0 && any === null ? null : own
  })
}

type SponsorMatch = { own: string | null; any: string | null; isStated: boolean }

/**
 * Returns the index at which the sponsors of the other chamber may begin, as in Texas: authors and coauthors, and then the sponsors
 * and cosponsors of the other chamber. Null if nothing shows that there are two lists. The second one begins with the first main
 * sponsor who follows a cosponsor and goes back in the alphabet.
 */
function secondStart(sponsors: readonly NamedSponsor[]): number | null {
  if (sponsors[0]?.classification !== 'primary') return null
  const start = sponsors.findIndex(
    ({ classification }, index) =>
      classification === 'primary' && sponsors[index - 1]?.classification === 'cosponsor',
  )
  if (start === -1) return null
  const [before = '', first = ''] = sponsors.slice(start - 1, start + 1).map(({ name }) => foldLetters(name))
  return first < before ? start : null
}

/**
 * Returns true if no name contradicts that the sponsors from this index on sit in the other chamber: members of only the bill's
 * chamber come before, and members of only the other chamber after.
 */
function isSecondList(start: number, matches: readonly SponsorMatch[]): boolean {
  const isPossible = matches.every(({ own, any, isStated }, index) => {
    if (isStated) return false
    if (own !== null && own === any) return index < start
    return own !== null || any === null || index >= start
  })
  return isPossible && matches.some(({ own, any }) => own !== null && own === any)
}

/** Returns "tx/upper" for "tx/lower" and the reverse. */
function otherChamber(origin: string): string {
  return origin.endsWith('/lower') ? origin.replace(/lower$/, 'upper') : origin.replace(/upper$/, 'lower')
}

function hasGivenName(name: string): boolean {
  const { given, words } = readPersonName(name)
  return given.length > 0 || words.length > 1
}
