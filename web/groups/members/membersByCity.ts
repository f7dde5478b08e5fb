import type { GroupMember } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { groupBy } from '#web/kit/groupBy.ts'

export const elsewhere = t('Other Areas')

/** Returns "Austin" for ocd-division/country:us/state:tx/place:austin, or null without a city. */
export function cityOf(ocd_city_id: string | null): string | null {
  const slug = /\/place:([^/]+)/.exec(ocd_city_id ?? '')?.[1]
  if (!slug) {
    return null
  }
  return slug.replace(/(^|[_~-])([\p{L}])/gu, (_, gap: string, letter: string) => {
    return (gap === '_' || gap === '~' ? ' ' : gap) + letter.toUpperCase()
  })
}

/** Groups the members by city, in the order of the names. Members without a city are last. Members keep their order. */
export function membersByCity(members: readonly GroupMember[]): [city: string, members: GroupMember[]][] {
  const cities = groupBy(members, (member) => cityOf(member.ocd_city_id) ?? elsewhere)
  return [...cities].toSorted(([a], [b]) => {
    if (a === elsewhere || b === elsewhere) {
      return a === elsewhere ? 1 : -1
    }
    return a.localeCompare(b)
  })
}

/** Separates cities with several members from cities with a single member. Both are in the order of `membersByCity`. */
export function arrangeCities(members: readonly GroupMember[]) {
  const cities = membersByCity(members)
  return {
    larger: cities.filter(([, residents]) => residents.length > 1),
    single: cities.flatMap(([city, [first, ...others]]): [city: string, member: GroupMember][] =>
      first && others.length === 0 ? [[city, first]] : [],
    ),
  }
}
