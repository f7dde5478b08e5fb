import type { GroupMember } from '../../../contract/groups.ts'

export const elsewhere = 'Other Areas'

/** "Austin" for ocd-division/country:us/state:tx/place:austin; null without a place. */
export function cityOf(ocd_city_id: string | null): string | null {
  const slug = /\/place:([^/]+)/.exec(ocd_city_id ?? '')?.[1]
  if (!slug) return null
  return slug.replace(/(^|[_~-])([\p{L}])/gu, (_, gap: string, letter: string) => {
    return (gap === '_' || gap === '~' ? ' ' : gap) + letter.toUpperCase()
  })
}

/** Cities by name, those without a place last; each keeps the order in which its members came. */
export function membersByCity(members: readonly GroupMember[]): [city: string, members: GroupMember[]][] {
  const cities = Map.groupBy(members, (member) => cityOf(member.ocd_city_id) ?? elsewhere)
  return [...cities].toSorted(([one], [other]) => {
    if (one === elsewhere || other === elsewhere) return one === elsewhere ? 1 : -1
    return one.localeCompare(other)
  })
}

/** Cities with several members, and those with only one, each in the order of `membersByCity`. */
export function arrangeCities(members: readonly GroupMember[]) {
  const cities = membersByCity(members)
  return {
    larger: cities.filter(([, residents]) => residents.length > 1),
    single: cities.flatMap(([city, [first, ...others]]): [city: string, member: GroupMember][] =>
      first && others.length === 0 ? [[city, first]] : [],
    ),
  }
}
