import { t } from '#contract/kit/translate.ts'
import type { MyPlaces } from '#contract/places.ts'
import { stateNames } from '#contract/places.ts'

const numbers = [
  t('zero'),
  t('one'),
  t('two'),
  t('three'),
  t('four'),
  t('five'),
  t('six'),
  t('seven'),
  t('eight'),
  t('nine'),
  t('ten'),
]

/** Says why the district is not certain, such as "ZIP code 11201 lies in three." */
export function districtsText(address: string, precision: MyPlaces['precision'], count: number): string {
  const amount = numbers[count] ?? String(count)
  const zip = /(\d{5})(?:-\d{4})?\s*$/.exec(address)?.[1]
  if (precision === 'zip' && zip) {
    return t('ZIP code {zip} lies in {count}.', { zip, count: amount })
  }
  const state = /\b([A-Z]{2})\b[^A-Z]*$/.exec(address)?.[1]?.toLowerCase()
  const name = precision === 'state' && state ? stateNames[state] : undefined
  return name
    ? t('{state} has {count}.', { state: t(name), count: amount })
    : t('Your address may lie in {count}.', { count: amount })
}
