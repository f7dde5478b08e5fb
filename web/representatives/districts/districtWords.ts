import type { ListedDistrict } from '#contract/places.ts'
import type { DistrictChoice } from '#contract/representatives.ts'
import { officeInSentence } from '#web/kit/officeTitle.ts'

/** Returns "10th" for "10", and "At-large" for the only district of a state. */
export function ordinal(name: string): string {
  const number = Number(name)
  if (!Number.isInteger(number) || name === '') return 'At-large'
  const rest = number % 100
  const ending = rest >= 11 && rest <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

/** Returns the short name of a district in a list, such as "33rd" or "Belknap 1". */
export function districtLabelOf({ division }: Pick<DistrictChoice, 'division'>): string {
  const slug = division.slice(division.lastIndexOf(':') + 1)
  if (/^\d+$/.test(slug)) return ordinal(slug)
  return slug
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

const offices: Readonly<Record<ListedDistrict, string>> = {
  council_district: 'council member',
  state_upper_district: 'state senator',
  state_lower_district: 'state representative',
}

/** Asks for the district by the office of those who represent one, because residents know people better than numbers. */
export function districtQuestion(kind: ListedDistrict, districts: readonly DistrictChoice[]): string {
  const title = districts.flatMap(({ representatives }) => representatives)[0]?.title
  return `Who is your ${title ? officeInSentence(title) : offices[kind]}?`
}

export type Finder = { url: string; name: string }

/** Public pages on which a resident finds the number of their district by the street address. */
const councilFinders: Readonly<Record<string, Finder>> = {
  'ocd-division/country:us/state:ny/place:new_york': {
    url: 'https://council.nyc.gov/districts/',
    name: 'council.nyc.gov',
  },
}
const stateFinder: Finder = { url: 'https://openstates.org/find_your_legislator/', name: 'openstates.org' }

/** Returns the page that finds these districts, or null if none is known. */
export function finderOf(kind: ListedDistrict, districts: readonly DistrictChoice[]): Finder | null {
  if (kind !== 'council_district') return stateFinder
  const city = districts[0]?.division.replace(/\/[^/]+$/, '')
  return councilFinders[city ?? ''] ?? null
}
