import { readFileSync } from 'node:fs'
import { stateDivision } from './jurisdictions.ts'

export type Chamber = 'upper' | 'lower' | 'unicameral'

type LegislativeDistrict = {
  /** OCD id: ".../state:ma/sldl:7th_hampden". */
  division: string
  /** Its name as the chamber writes it. */
  name: string
  seats: number
  /** What its member is called in this chamber: "Senator", "Delegate", "Assemblymember". */
  member: string
}

/** The last part of the OCD id that follows from a district's name: "Rockingham 30" is "rockingham_30". */
export function districtSlug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9~._-]/g, '_')
}

/**
 * The district of a state legislature by its name as public rosters write it; null where no chamber has one of that
 * name. The table is made by scripts/data/legislative-districts.ts.
 */
export function legislativeDistrict(
  state: string,
  chamber: Chamber,
  name: string,
): LegislativeDistrict | null {
  table ??= readTable()
  return table.get(keyOf(state, chamber, name)) ?? null
}

let table: Map<string, LegislativeDistrict> | undefined

function keyOf(state: string, chamber: string, name: string): string {
  return `${state.toLowerCase()} ${chamber} ${name.toLowerCase()}`
}

function readTable(): Map<string, LegislativeDistrict> {
  const found = new Map<string, LegislativeDistrict>()
  const text = readFileSync(new URL('legislativeDistricts.txt', import.meta.url), 'utf8')
  for (const line of text.trim().split('\n')) {
    const [chamberOf = '', member = '', entries = ''] = line.split('|')
    const [state = '', chamber = ''] = chamberOf.split(' ')
    const base = stateDivision(state) ?? ''
    for (const entry of entries.split(';')) {
      const [, names = '', id, seats = '1'] = /^(.*?)(?:=([^*]*))?(?:\*(\d+))?$/.exec(entry) ?? []
      for (const name of namesOf(names)) {
        const own = id ?? `/${chamber === 'lower' ? 'sldl' : 'sldu'}:${districtSlug(name)}`
        found.set(keyOf(state, chamber, name), { division: base + own, name, seats: Number(seats), member })
      }
    }
  }
  return found
}

/** "1-3" is a run of numbers; any other name stands for itself. */
function namesOf(names: string): string[] {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(names) ?? []
  if (!from || !to) return [names]
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => String(Number(from) + at))
}
