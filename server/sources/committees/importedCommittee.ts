import { clamp, longestName } from '#server/sources/externalJson.ts'
import type { RecordReading } from '#server/sources/recordFiles.ts'

export type ImportedMember = {
  name: string
  /** The role in lower case: "chair", "vice chair", "ranking member" or "member". */
  role: string
  /** An id such as "bioguide:T000481" or "ocd-person/…". Null if the source states none. */
  source_person_id: string | null
}

/** A committee, normalized from any public record. */
export type ImportedCommittee = {
  /** An id such as "us/hsju00", "ocd-organization/…" or "nyc/committee-on-finance". */
  committee_id: string
  /** The body that the committee belongs to, such as "us/house", "mi/lower" or "az/legislature". */
  organization: string
  name: string
  other_names: string[]
  parent_id: string | null
  url: string | null
  source_name: string
  source_checked_at: string | null
  /** The members, the chair first, or undefined if the record does not list members. */
  members?: ImportedMember[]
}

/** The members of a committee whose record is in another file, or in none. */
export type ImportedMembers = {
  committee_id: string
  source_name: string
  source_checked_at: string | null
  members: ImportedMember[]
}

export type CommitteeReading = RecordReading<ImportedCommittee | ImportedMembers>

/** The roles in the order in which a committee lists its leaders. */
const ranks = [
  /^(co-)?chair$/,
  /^vice chair$/,
  /chair|spokesperson/,
  /ranking|vice/,
  /secretary|clerk|member$/,
]

/**
 * Returns a role in Hurd's terms. "Chairwoman" becomes "chair", and "Vice-Chair" becomes "vice chair". Without a title,
 * a person is a member.
 */
export function roleOf(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/chair(man|woman|person)/, 'chair')
    .replace(/^co ?chair/, 'co-chair')
    .replace(/vice-chair/, 'vice chair')
    .replace('ex-officio', 'ex officio')
    .trim()
  return words === 'vice' ? 'vice chair' : words || 'member'
}

/** Returns the chair first, then the other leaders, then the members in the order of the source, each name once. */
export function membersInOrder(members: readonly ImportedMember[]): ImportedMember[] {
  const sorted = members
    .filter(({ name }) => name !== '')
    .map(({ name, role, ...member }, index) => ({
      member: { ...member, name: clamp(name, longestName), role: clamp(role, longestName) },
      rank: rankOf(role),
      index,
    }))
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ member }) => member)
  return sorted.filter(({ name }, index) => sorted.findIndex((other) => other.name === name) === index)
}

function rankOf(role: string): number {
  if (role === 'member') return ranks.length
  const rank = ranks.findIndex((pattern) => pattern.test(role))
  return rank === -1 ? ranks.length : rank
}
