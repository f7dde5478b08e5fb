import { t } from '#contract/kit/translate.ts'

/** Names of the kinds of divisions, as the settings show them. */
export const kindNames: Readonly<Record<string, string>> = {
  country: t('Country'),
  state: t('[place]State'),
  county: t('County'),
  place: t('City or town'),
  congressional_district: t('Congressional district'),
  state_upper_district: t('Upper chamber of your state'),
  state_lower_district: t('Lower chamber of your state'),
  council_district: t('Council district'),
  ward: t('Ward'),
}
