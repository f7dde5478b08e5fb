import { perLanguage, t } from '#contract/kit/translate.ts'
import type { ListedDistrict } from '#contract/places.ts'
import type { DistrictChoice } from '#contract/representatives.ts'
import { officeInSentence } from '#web/kit/officeTitle.ts'

const ordinalRules = perLanguage((locale) => new Intl.PluralRules(locale, { type: 'ordinal' }))

/** The forms of a number in an order, by the categories of Unicode. English has four of them, and Spanish one. */
const ordinals: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  zero: t('{number}th'),
  one: t('{number}st'),
  two: t('{number}nd'),
  few: t('{number}rd'),
  many: t('{number}th'),
  other: t('{number}th'),
}

/** Returns "10th" for "10", and "At-large" for the only district of a state. */
export function ordinal(name: string): string {
  const number = Number(name)
  if (!Number.isInteger(number) || name === '') return t('At-large')
  return t(ordinals[ordinalRules().select(number)], { number })
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
  council_district: t('council member'),
  state_upper_district: t('state senator'),
  state_lower_district: t('state representative'),
}

/** Asks for the district by the office of those who represent one, because residents know people better than numbers. */
export function districtQuestion(kind: ListedDistrict, districts: readonly DistrictChoice[]): string {
  const title = districts.flatMap(({ representatives }) => representatives)[0]?.title
  return t('Who is your {office}?', { office: title ? officeInSentence(title) : offices[kind] })
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
