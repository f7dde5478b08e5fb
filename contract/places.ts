/** The states, the district and the territories by the code that OCD division ids use. */
export const stateNames: Readonly<Record<string, string>> = {
  al: 'Alabama',
  ak: 'Alaska',
  as: 'American Samoa',
  az: 'Arizona',
  ar: 'Arkansas',
  ca: 'California',
  co: 'Colorado',
  ct: 'Connecticut',
  dc: 'District of Columbia',
  de: 'Delaware',
  fl: 'Florida',
  ga: 'Georgia',
  gu: 'Guam',
  hi: 'Hawaii',
  id: 'Idaho',
  il: 'Illinois',
  in: 'Indiana',
  ia: 'Iowa',
  ks: 'Kansas',
  ky: 'Kentucky',
  la: 'Louisiana',
  me: 'Maine',
  md: 'Maryland',
  ma: 'Massachusetts',
  mi: 'Michigan',
  mn: 'Minnesota',
  mp: 'Northern Mariana Islands',
  ms: 'Mississippi',
  mo: 'Missouri',
  mt: 'Montana',
  ne: 'Nebraska',
  nv: 'Nevada',
  nh: 'New Hampshire',
  nj: 'New Jersey',
  nm: 'New Mexico',
  ny: 'New York',
  nc: 'North Carolina',
  nd: 'North Dakota',
  oh: 'Ohio',
  ok: 'Oklahoma',
  or: 'Oregon',
  pa: 'Pennsylvania',
  pr: 'Puerto Rico',
  ri: 'Rhode Island',
  sc: 'South Carolina',
  sd: 'South Dakota',
  tn: 'Tennessee',
  tx: 'Texas',
  ut: 'Utah',
  va: 'Virginia',
  vi: 'U.S. Virgin Islands',
  vt: 'Vermont',
  wa: 'Washington',
  wv: 'West Virginia',
  wi: 'Wisconsin',
  wy: 'Wyoming',
}

/**
 * What people call a division, from its OCD id: "Wyoming" for a state, "Boston, MA" for a place or county in one,
 * "United States" for the country. Parts it does not know are left out.
 */
export function divisionName(division: string): string {
  const parts = new Map(division.split('/').map((part): [string, string] => split(part)))
  const state = parts.get('state') ?? parts.get('territory') ?? (parts.has('district') ? 'dc' : undefined)
  const within = parts.get('place') ?? parts.get('county') ?? parts.get('parish') ?? parts.get('borough')
  if (within && state) return `${titleCase(within)}, ${state.toUpperCase()}`
  if (state) return stateNames[state] ?? state.toUpperCase()
  return 'United States'
}

function split(part: string): [string, string] {
  const colon = part.indexOf(':')
  return [part.slice(0, colon), part.slice(colon + 1)]
}

function titleCase(slug: string): string {
  return slug
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
