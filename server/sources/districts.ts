import { readFileSync } from 'node:fs'
import { stateDivision } from './jurisdictions.ts'

export type Chamber = 'upper' | 'lower' | 'unicameral'

type LegislativeDistrict = {
  /** The OCD id, such as ".../state:ma/sldl:7th_hampden". */
  division: string
  /** The name of the district as the chamber spells it. */
  name: string
  seats: number
  /** The title of its members in this chamber, such as "Senator", "Delegate" or "Assemblymember". */
  member: string
}

/** Returns the last part of a district's OCD id, derived from its name: "Rockingham 30" becomes "rockingham_30". */
export function districtSlug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9~._-]/g, '_')
}

/**
 * Returns a district of a state legislature by its name in public rosters, or null if the chamber has no such district.
 * scripts/data/legislative-districts.ts generates the table.
 */
export function legislativeDistrict(
  state: string,
  chamber: Chamber,
  name: string,
): LegislativeDistrict | null {
  table ??= readTable()
  return table.get(keyOf(state, chamber, name)) ?? null
}

/**
 * Returns a district of an older map, which the current table does not contain. Its id is derived from its name. Null
 * if the state has no such chamber.
 */
export function formerDistrict(state: string, chamber: Chamber, name: string): LegislativeDistrict | null {
  table ??= readTable()
  const prefix = keyOf(state, chamber, '')
  const [, anyDistrict] = table.entries().find(([key]) => key.startsWith(prefix)) ?? []
  if (!anyDistrict || name === '') return null
  const kind = chamber === 'lower' ? 'sldl' : 'sldu'
  const division = `${stateDivision(state) ?? ''}/${kind}:${districtSlug(name)}`
  return { division, name, seats: 1, member: anyDistrict.member }
}

let table: Map<string, LegislativeDistrict> | undefined

function keyOf(state: string, chamber: string, name: string): string {
  return `${state.toLowerCase()} ${chamber} ${name.toLowerCase()}`
}

function readTable(): Map<string, LegislativeDistrict> {
  const table = new Map<string, LegislativeDistrict>()
  const text = readFileSync(new URL('legislativeDistricts.txt', import.meta.url), 'utf8')
  for (const line of text.trim().split('\n')) {
    const [chamberOf = '', member = '', entries = ''] = line.split('|')
    const [state = '', chamber = ''] = chamberOf.split(' ')
    const base = stateDivision(state) ?? ''
    for (const entry of entries.split(';')) {
      const [, names = '', id, seats = '1'] = /^(.*?)(?:=([^*]*))?(?:\*(\d+))?$/.exec(entry) ?? []
      for (const name of namesOf(names)) {
        const ownId = id ?? `/${chamber === 'lower' ? 'sldl' : 'sldu'}:${districtSlug(name)}`
        table.set(keyOf(state, chamber, name), { division: base + ownId, name, seats: Number(seats), member })
      }
    }
  }
  return table
}

/** Returns names of districts. "1-3" is a range of numbers, and any other text is one name. */
function namesOf(names: string): string[] {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(names) ?? []
  if (!from || !to) return [names]
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => String(Number(from) + index))
}
