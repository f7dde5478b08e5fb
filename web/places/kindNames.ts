import { t } from '#contract/kit/translate.ts'

/** Names of the kinds of divisions, as the settings show them. */
const kindNames: Readonly<Record<string, string>> = {
  country: t('Country'),
  state: t('[place]State'),
  county: t('County'),
  place: t('City or town'),
  congressional_district: t('Congressional district'),
  state_upper_district: t('Upper chamber of your legislature'),
  state_lower_district: t('Lower chamber of your legislature'),
  council_district: t('Council district'),
  ward: t('Ward'),
}

const nebraska = 'ocd-division/country:us/state:ne'

/** Returns the name of a kind of division for a resident of these divisions. Nebraska's legislature has one chamber. */
export function kindNameIn(kind: string, divisions: readonly string[]): string {
  if (kind === 'state_upper_district' && divisions.some((division) => division.startsWith(nebraska))) {
    return t('Your legislature')
  }
  return kindNames[kind] ?? t('Area')
}
