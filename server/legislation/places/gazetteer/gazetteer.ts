import { stateNames } from '#contract/places.ts'
import type { ParsedAddress } from '#server/legislation/places/address.ts'
import { country, noMatch, type AddressMatch } from '#server/legislation/places/addressMatch.ts'
import { bundleMatchesMap, type DistrictMap } from '#server/legislation/places/maps.ts'
import {
  atLargeStates,
  cityNameKeys,
  congressionalDistrict,
  nameKey,
  stateOf,
} from '#server/legislation/places/names.ts'
import {
  type NamedPlace,
  selectCity,
  selectFirstCity,
  selectPlaceOfCounties,
  selectPlaces,
  selectZipCode,
} from '#server/legislation/places/queries.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { unknownCounty, type ZipCode } from './zipRecords.ts'

const boxNote = "P.O. boxes don't tell us where you live. Enter your street address."

type Zip = ZipCode & { city_key: string }

/**
 * Matches an address against the bundled tables, without a request to another server. Only divisions that every address
 * of the ZIP code shares are certain. Other possible divisions become candidates.
 */
export async function lookUp(db: Db, parsed: ParsedAddress, map: DistrictMap): Promise<AddressMatch> {
  if (parsed.isMilitary) {
    return noMatch(map, "Military (APO/FPO) addresses aren't in a congressional district.")
  }
  const zip = await selectZipOf(db, parsed)
  if (zip && zip.states.length === 0) {
    return noMatch(map, `The ZIP code ${zip.zip} is outside the U.S. states and territories.`)
  }
  const state = await decideState(db, parsed, zip)
  if (!state.agrees && zip && parsed.state) {
    const [zipStates, statedState] = [zip.states.map(nameOf).join(' and '), nameOf(parsed.state.code)]
    return noMatch(map, `The ZIP code ${zip.zip} is in ${zipStates}, but the address says ${statedState}.`)
  }
  const address = state.code === null ? parsed : await passOverCounty(db, parsed, state.code)
  if (zip) return byZip(db, { parsed: address, zip, state: state.code }, map)
  if (state.code === null) return noMatch(map, null)
  return byState(db, address, state.code, map)
}

/** Selects the ZIP code of the address. It may also stand before its own city, as in "11201 Brooklyn NY". */
async function selectZipOf(db: Db, { zip, city }: ParsedAddress): Promise<Zip | undefined> {
  if (zip) return selectZipCode(db, zip)
  const [first = '', ...name] = city?.words ?? []
  const before = /^\d{5}$/.test(first) ? await selectZipCode(db, first) : undefined
  return before && cityNameKeys(name.join(' ')).includes(before.city_key) ? before : undefined
}

/** Passes over the county in "Austin, Travis, TX": no post office has its name, and the city before it is in this county. */
async function passOverCounty(db: Db, parsed: ParsedAddress, state: string): Promise<ParsedAddress> {
  const { city, cityBefore } = parsed
  if (!city || !cityBefore || (await selectFirstCity(db, state, cityKeys(parsed))).isFound) return parsed
  const before = { ...parsed, city: cityBefore }
  const { counties } = await selectFirstCity(db, state, cityKeys(before))
  const name = nameKey(city.words.join(' '))
  return counties.some((id) => countyKey(id) === name) ? before : parsed
}

/** Returns the key of a county's name: "prince georges" for ".../county:prince_george~s". */
function countyKey(id: string): string {
  return nameKey(id.replace(/^.*:/, '').replaceAll('~', '').replaceAll('_', ' '))
}

function nameOf(state: string): string {
  return stateNames[state] ?? state.toUpperCase()
}

/**
 * Decides the state of the address, or null if it is ambiguous. `agrees` is false if the text contradicts the ZIP code.
 */
async function decideState(db: Db, parsed: ParsedAddress, zip?: Zip) {
  const { state } = parsed
  const only = zip?.states.length === 1 ? (zip.states[0] ?? null) : null
  if (!state) return { code: only, agrees: true }
  if (zip?.states.includes(state.code)) return { code: state.code, agrees: true }
  if (zip) {
    // In "…, Washington 20004", the name is that of the city.
    const agrees = nameKey(state.name) === zip.city_key || !state.isSure
    return { code: agrees ? only : null, agrees }
  }
  const isState = state.isSure || (await isCityIn(db, parsed, state.code))
  return { code: isState ? state.code : null, agrees: true }
}

/** Returns true if the state has a place or a post office of this name. The municipios of Puerto Rico are counties. */
async function isCityIn(db: Db, parsed: ParsedAddress, state: string): Promise<boolean> {
  if ((await placesCalled(db, state, cityKeys(parsed))).length > 0) return true
  const { isFound } = await selectCity(db, state, cityKeys(parsed))
  return isFound
}

type ZipAddress = { parsed: ParsedAddress; zip: Zip; state: string | null }

async function byZip(db: Db, { parsed, zip, state }: ZipAddress, map: DistrictMap): Promise<AddressMatch> {
  const match: AddressMatch = { ...noMatch(map, null), precision: 'zip', divisions: [country] }
  const { candidates } = match
  const within = (id: string) =>
    state === null || id === stateOf(state) || id.startsWith(`${stateOf(state)}/`)
  const districts = zip.congressional_districts.filter(within)
  const counties = zip.counties.filter((id) => within(id) || id === unknownCounty)
  // A division that covers the whole ZIP code is certain, except for P.O. boxes, whose owners may live elsewhere.
  const isWhole = zip.is_area && zip.states.length === 1 && !parsed.isBox

  if (state === null) {
    match.note = `The ZIP code ${zip.zip} is in both ${zip.states.map(nameOf).join(' and ')}. Add the state to your address.`
    candidates.congressional_district = districts
    candidates.county = withoutUnknown(counties)
    return match
  }
  match.divisions.push(stateOf(state))
  const [county] = withoutUnknown(counties)
  const city = counties.length === 1 && county && isWhole ? await selectCityOf(db, county) : null
  if (county && counties.length === 1 && isWhole) {
    if (isCounty(county)) match.divisions.push(county)
  } else candidates.county = withoutUnknown(counties).filter(isCounty)
  // All counties that the ZIP code touches may be in the same city: New York City has five.
  const onlyPlace =
    city ?? (isWhole && !counties.includes(unknownCounty) ? await placeOf(db, counties) : null)
  if (onlyPlace) match.divisions.push(onlyPlace)
  else await addPlaces(db, match, parsed, state, zip)
  addDistricts(match, state, districts, isWhole, map)
  if (parsed.isBox) {
    match.note = boxNote
  }
  return match
}

function withoutUnknown(counties: string[]): string[] {
  return counties.filter((id) => id !== unknownCounty)
}

function isCounty(id: string): boolean {
  return /\/(county|parish|borough|census_area|municipio):[^/]+$/.test(id)
}

/** An independent city takes the place of a county. Other counties may consist of a single city. */
async function selectCityOf(db: Db, county: string): Promise<string | null> {
  return /\/place:[^/]+$/.test(county) ? county : placeOf(db, [county])
}

async function placeOf(db: Db, counties: string[]): Promise<string | null> {
  return counties.length > 0 && counties.every(isCounty) ? selectPlaceOfCounties(db, counties) : null
}

function addDistricts(
  match: AddressMatch,
  state: string,
  districts: string[],
  isWhole: boolean,
  map: DistrictMap,
) {
  const [only] = districts
  if (atLargeStates.has(state)) match.divisions.push(congressionalDistrict(state, '0'))
  else if (districts.length === 1 && only && isWhole && bundleMatchesMap(map, state)) {
    match.divisions.push(only)
  } else match.candidates.congressional_district = districts
}

async function byState(
  db: Db,
  parsed: ParsedAddress,
  state: string,
  map: DistrictMap,
): Promise<AddressMatch> {
  const match: AddressMatch = {
    ...noMatch(map, null),
    precision: 'state',
    divisions: [country, stateOf(state)],
  }
  await addPlaces(db, match, parsed, state)
  const near = await selectFirstCity(db, state, cityKeys(parsed))
  addDistricts(match, state, near.congressional_districts, false, map)
  match.candidates.county = withoutUnknown(near.counties).filter(isCounty)
  match.note = parsed.zip
    ? `We don't recognize the ZIP code ${parsed.zip}.`
    : 'Add your ZIP code to find your districts.'
  if (parsed.isBox) match.note = boxNote
  return match
}

/** Adds the place that the address names and the place of its postal city, which may differ from the legal city. */
async function addPlaces(
  db: Db,
  match: AddressMatch,
  parsed: ParsedAddress,
  state: string,
  zip?: Zip,
): Promise<void> {
  // The District of Columbia is also a city, so no place has to be added.
  if (state === 'dc') return
  const matches = await placesCalled(db, state, cityKeys(parsed), zip?.counties)
  const [only] = matches
  const postal = zip ? await placesCalled(db, state, [zip.city_key]) : []
  const isPostal = !zip || postal.some((place) => place.division === only?.division)
  match.candidates.place = [...new Set([...matches, ...postal].map((place) => place.division))]
  if (matches.length !== 1 || !only || parsed.isBox) return
  // The postal city may be a neighborhood, such as Roxbury in Boston, but it is never the name of another city.
  const isWithin = isPostal || (postal.length === 0 && (await isNear(db, state, only, zip)))
  if (isWithin) match.named_place = only.division
}

/** Returns true if the ZIP code shares a county with the city's own ZIP codes. */
async function isNear(db: Db, state: string, place: NamedPlace, zip?: Zip): Promise<boolean> {
  const { counties } = await selectCity(db, state, place.keys)
  return counties.some((county) => county !== unknownCounty && zip?.counties.includes(county))
}

/** Returns a name without what it is: "Township of Union" and "Union Township" are Union, and New York City is New York. */
function plainNames(key: string): string[] {
  const plain = key
    .replace(/^(?:city|town|village|borough|township) of /, '')
    .replace(/ (?:township|twp)$/, '')
  return [plain, plain.replace(/ city$/, '')]
}

/**
 * Returns possible city names at the end of the text before the state, longest first. A part without numbers is used as
 * a whole.
 */
function cityKeys(parsed: ParsedAddress): string[] {
  if (!parsed.city) return []
  const { words, isWhole } = parsed.city
  return words
    .slice(0, isWhole ? 1 : words.length)
    .flatMap((_, index) => cityNameKeys(words.slice(index).join(' ')))
    .filter((key) => key !== '' && !/^\d/.test(key))
}

/**
 * Returns the places of the first of these names that any place has. The names as written come first, because
 * "1700 S Salt Lake City" does not end in South Salt Lake.
 */
async function placesCalled(
  db: Db,
  state: string,
  keys: string[],
  countiesOfZip?: string[],
): Promise<NamedPlace[]> {
  if (keys.length === 0) return []
  const plain = keys.flatMap(plainNames)
  // The legal name of Boise is Boise City.
  const legal = plain.map((key) => `${key} city`)
  const places = await selectPlaces(db, state, [...new Set([...keys, ...plain, ...legal])])
  for (const name of [...keys, ...plain, ...legal]) {
    const matches = places.filter((place) => place.keys.includes(name))
    if (matches.length === 0) continue
    if (keys.includes(name) || plain.includes(name)) return matches
    // Union, NJ, is not Union City, which is in another county.
    const counties = countiesOfZip ?? (await selectCity(db, state, plain)).counties
    const other = (await selectCity(db, state, [name, ...matches.flatMap((place) => place.keys)])).counties
    return areApart(counties, other) ? [] : matches
  }
  return []
}

/** Returns true if the counties of both are known and none is the same. */
function areApart(counties: string[], others: string[]): boolean {
  const certain = withoutUnknown(counties)
  return certain.length > 0 && others.length > 0 && !certain.some((county) => others.includes(county))
}
