/** Names of the kinds of divisions, as the settings show them. */
export const kindNames: Readonly<Record<string, string>> = {
  country: 'Country',
  state: 'State',
  county: 'County',
  place: 'City or town',
  congressional_district: 'Congressional district',
  state_upper_district: 'Upper chamber of your state',
  state_lower_district: 'Lower chamber of your state',
  council_district: 'Council district',
  ward: 'Ward',
}
