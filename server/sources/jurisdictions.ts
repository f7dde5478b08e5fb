import type { DateRules } from './externalJson.ts'
import { zoneOfDivision } from './zones.ts'

/** The names of states, districts and territories by postal code. */
export const states: Readonly<Record<string, string>> = Object.fromEntries(
  `al Alabama|ak Alaska|az Arizona|ar Arkansas|ca California|co Colorado|ct Connecticut|de Delaware|fl Florida|ga Georgia
hi Hawaii|id Idaho|il Illinois|in Indiana|ia Iowa|ks Kansas|ky Kentucky|la Louisiana|me Maine|md Maryland
ma Massachusetts|mi Michigan|mn Minnesota|ms Mississippi|mo Missouri|mt Montana|ne Nebraska|nv Nevada|nh New Hampshire
nj New Jersey|nm New Mexico|ny New York|nc North Carolina|nd North Dakota|oh Ohio|ok Oklahoma|or Oregon
pa Pennsylvania|ri Rhode Island|sc South Carolina|sd South Dakota|tn Tennessee|tx Texas|ut Utah|vt Vermont|va Virginia
wa Washington|wv West Virginia|wi Wisconsin|wy Wyoming|dc District of Columbia|pr Puerto Rico|gu Guam
vi U.S. Virgin Islands|as American Samoa|mp Northern Mariana Islands`
    .split(/[|\n]/)
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
)

/**
 * Returns the OCD division of a state by its postal code, or null for an unknown code. The District of Columbia is not a
 * `state:`.
 */
export function stateDivision(postal: string): string | null {
  const code = postal.toLowerCase()
  if (!(code in states)) return null
  if (code === 'dc') return 'ocd-division/country:us/district:dc'
  const kind = ['pr', 'gu', 'vi', 'as', 'mp'].includes(code) ? 'territory' : 'state'
  return `ocd-division/country:us/${kind}:${code}`
}

/**
 * Returns the OCD division whose bills a chamber or council decides. "il/upper" becomes that of Illinois. Null for any other
 * organization, such as a governor.
 */
export function jurisdictionOf(organization: string): string | null {
  const [place = ''] = organization.split('/')
  if (/^us\/(house|senate|congress)$/.test(organization)) return 'ocd-division/country:us'
  if (/^[a-z]{2}\/(upper|lower|legislature)$/.test(organization)) return stateDivision(place)
  const [, path] = /^[a-z]{2}\/(.+)\/council$/.exec(organization) ?? []
  return path ? `ocd-division/country:us/state:${place}/${path}` : null
}

export type City = { client: string; name: string; division: string; site: string }

type CityEntry = readonly [state: string, place: string, name: string]
const nyc: CityEntry = ['ny', 'new_york', 'New York City']

/** The cities that publish through Legistar, by their client name in the Web API. */
const legistarCities: Readonly<Record<string, CityEntry>> = {
  nyc,
  boston: ['ma', 'boston', 'Boston'],
  somervillema: ['ma', 'somerville', 'Somerville'],
  cambridge: ['ma', 'cambridge', 'Cambridge'],
  phoenix: ['az', 'phoenix', 'Phoenix'],
  sanjose: ['ca', 'san_jose', 'San José'],
  seattle: ['wa', 'seattle', 'Seattle'],
  chicago: ['il', 'chicago', 'Chicago'],
  oakland: ['ca', 'oakland', 'Oakland'],
  sfgov: ['ca', 'san_francisco', 'San Francisco'],
  longbeach: ['ca', 'long_beach', 'Long Beach'],
  milwaukee: ['wi', 'milwaukee', 'Milwaukee'],
  madison: ['wi', 'madison', 'Madison'],
  pittsburgh: ['pa', 'pittsburgh', 'Pittsburgh'],
  phila: ['pa', 'philadelphia', 'Philadelphia'],
  columbus: ['oh', 'columbus', 'Columbus'],
  cleveland: ['oh', 'cleveland', 'Cleveland'],
  detroit: ['mi', 'detroit', 'Detroit'],
  baltimore: ['md', 'baltimore', 'Baltimore'],
  denver: ['co', 'denver', 'Denver'],
  mesa: ['az', 'mesa', 'Mesa'],
  fresno: ['ca', 'fresno', 'Fresno'],
  sacramento: ['ca', 'sacramento', 'Sacramento'],
  stpaul: ['mn', 'st._paul', 'Saint Paul'],
  corpuschristi: ['tx', 'corpus_christi', 'Corpus Christi'],
  fortworthgov: ['tx', 'fort_worth', 'Fort Worth'],
}
const otherNames: Readonly<Record<string, string>> = {
  somerville: 'somervillema',
  philadelphia: 'phila',
  san_francisco: 'sfgov',
  new_york: 'nyc',
}

/** Returns the city of a Legistar client such as `nyc` or `boston`, or null for an unknown client. */
export function legistarCity(name: string): City | null {
  const key = name.toLowerCase()
  const client = otherNames[key] ?? key
  const entry = legistarCities[client]
  return entry ? makeCity(client, entry) : null
}

function makeCity(client: string, [state, place, name]: CityEntry): City {
  return {
    client,
    name,
    division: `ocd-division/country:us/state:${state}/place:${place}`,
    site: `https://${client === 'nyc' ? 'legistar.council.nyc.gov' : `${client}.legistar.com`}`,
  }
}

export const newYorkCity = makeCity('nyc', nyc)

/**
 * Returns how the dates of a city's records are read. New York City's files write local times as if they were UTC, so their
 * days are the ones that the city wrote.
 */
export function cityDates({ client, division }: City): DateRules {
  return client === 'nyc' ? {} : { zone: zoneOfDivision(division) }
}

/**
 * Returns the city named in a path such as `legistar/boston_matters.json`. If several words of the path are names of
 * clients, the last one counts.
 */
export function cityOfPath(file: string): City | null {
  const words = file.toLowerCase().split(/[^a-z]+/)
  return words.reduceRight<City | null>((city, word) => city ?? legistarCity(word), null)
}

/** The sites of state legislatures that publish the text of a bill as a separate web page. */
const stateTextHosts: Readonly<Record<string, string>> = {
  az: 'www.azleg.gov',
  il: 'ilga.gov',
  mi: 'legislature.mi.gov',
  oh: 'search-prod.lis.state.oh.us',
  tx: 'capitol.texas.gov',
  wa: 'lawfilesext.leg.wa.gov',
}

/** Returns the URL with HTTPS if it is on the site of this state's legislature, or null for any other URL. */
export function stateTextUrl(state: string, text: string): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.host !== stateTextHosts[state]) return null
  url.protocol = 'https:'
  return url.href
}
