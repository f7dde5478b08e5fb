import { storedText, type StoredText } from '#contract/kit/textPatterns.ts'
import { language, msg, t } from '#contract/kit/translate.ts'
import { divisionName } from '#contract/places.ts'

/*
 * Names of places are stored and sent in English so that records are the same for everybody. Here they are translated for
 * readers. The names of cities, townships and districts with a name of their own stay as they are.
 */

/** The build replaces this name. Pages in English then need none of these texts. */
declare const builtLanguage: string | undefined

const wholeNames: Readonly<Record<string, string>> = {
  Alabama: msg('Alabama'),
  Alaska: msg('Alaska'),
  'American Samoa': msg('American Samoa'),
  Arizona: msg('Arizona'),
  Arkansas: msg('Arkansas'),
  California: msg('California'),
  Colorado: msg('Colorado'),
  Connecticut: msg('Connecticut'),
  'District of Columbia': msg('District of Columbia'),
  Delaware: msg('Delaware'),
  Florida: msg('Florida'),
  Georgia: msg('Georgia'),
  Guam: msg('Guam'),
  Hawaii: msg('Hawaii'),
  Idaho: msg('Idaho'),
  Illinois: msg('Illinois'),
  Indiana: msg('Indiana'),
  Iowa: msg('Iowa'),
  Kansas: msg('Kansas'),
  Kentucky: msg('Kentucky'),
  Louisiana: msg('Louisiana'),
  Maine: msg('Maine'),
  Maryland: msg('Maryland'),
  Massachusetts: msg('Massachusetts'),
  Michigan: msg('Michigan'),
  Minnesota: msg('Minnesota'),
  'Northern Mariana Islands': msg('Northern Mariana Islands'),
  Mississippi: msg('Mississippi'),
  Missouri: msg('Missouri'),
  Montana: msg('Montana'),
  Nebraska: msg('Nebraska'),
  Nevada: msg('Nevada'),
  'New Hampshire': msg('New Hampshire'),
  'New Jersey': msg('New Jersey'),
  'New Mexico': msg('New Mexico'),
  'New York': msg('New York'),
  'North Carolina': msg('North Carolina'),
  'North Dakota': msg('North Dakota'),
  Ohio: msg('Ohio'),
  Oklahoma: msg('Oklahoma'),
  Oregon: msg('Oregon'),
  Pennsylvania: msg('Pennsylvania'),
  'Puerto Rico': msg('Puerto Rico'),
  'Rhode Island': msg('Rhode Island'),
  'South Carolina': msg('South Carolina'),
  'South Dakota': msg('South Dakota'),
  Tennessee: msg('Tennessee'),
  Texas: msg('Texas'),
  Utah: msg('Utah'),
  Virginia: msg('Virginia'),
  'U.S. Virgin Islands': msg('U.S. Virgin Islands'),
  'Virgin Islands': msg('U.S. Virgin Islands'),
  Vermont: msg('Vermont'),
  Washington: msg('Washington'),
  'West Virginia': msg('West Virginia'),
  Wisconsin: msg('Wisconsin'),
  Wyoming: msg('Wyoming'),
  'United States': msg('United States'),
}

const patterns: readonly StoredText[] = [
  [/^(?<place>.+), council district (?<district>.+)$/, msg('{place}, council district {district}')],
  [/^(?<town>.+), (?<county>[^,]+) County, (?<state>[A-Z]{2})$/, msg('{town}, {county} County, {state}')],
  [/^(?<town>.+), (?<county>[^,]+) Parish, (?<state>[A-Z]{2})$/, msg('{town}, {county} Parish, {state}')],
  [/^(?<county>[^,]+) County, (?<state>[A-Z]{2})$/, msg('{county} County, {state}')],
  [/^(?<county>[^,]+) Parish, (?<state>[A-Z]{2})$/, msg('{county} Parish, {state}')],
  [/^(?<county>[^,]+) Census Area, (?<state>[A-Z]{2})$/, msg('{county} Census Area, {state}')],
  [/^(?<place>.+) Ward (?<number>\d+)$/, msg('{place} Ward {number}')],
  [/^(?<place>.+?)'s? at-large congressional district$/, msg("{place}'s at-large congressional district")],
  [
    /^(?<place>.+?)'s? (?<number>\d+)(?:st|nd|rd|th) congressional district$/,
    msg("{place}'s congressional district {number}"),
  ],
  // These states name districts after counties.
  [/^(?<place>Vermont) (?<number>.+) State Senate district$/, msg('{place} State Senate district {number}')],
  [/^(?<place>Vermont) (?<number>.+) State House district$/, msg('{place} State House district {number}')],
  [/^(?<place>Massachusetts) (?<number>.+) district$/, msg('{place} district {number}')],
  [/^(?<place>.+) State Senate district (?<number>.+)$/, msg('{place} State Senate district {number}')],
  [
    /^(?<place>.+) State House (?:Subd|d)istrict (?<number>.+)$/,
    msg('{place} State House district {number}'),
  ],
  [/^(?<place>.+) General Assembly district (?<number>.+)$/, msg('{place} Assembly district {number}')],
  [/^(?<place>.+) Assembly district (?<number>.+)$/, msg('{place} Assembly district {number}')],
  [/^(?<place>.+) upper chamber district (?<number>.+)$/, msg('{place} upper chamber district {number}')],
  [/^(?<place>.+) lower chamber district (?<number>.+)$/, msg('{place} lower chamber district {number}')],
  [
    /^(?<place>.+) State Legislative (?:Subd|d)istrict (?<number>.+)$/,
    msg('{place} State Legislative district {number}'),
  ],
  // The districts of representatives, as the rosters write them.
  [/^(?<place>.+) district (?<number>\d+)$/, msg('{place} district {number}')],
  [/^(?<place>.+) at large$/, msg('{place} at large')],
]

/** Returns a stored name of a place, such as "Cook County, IL", in the reader's language. */
export function placeText(english: string): string {
  if ((typeof builtLanguage === 'string' && builtLanguage === 'en') || language() === 'en') {
    return english
  }
  const whole = wholeNames[english]
  return whole === undefined ? storedText(patterns, english, { place: placeText }) : t(whole)
}

/** Returns the name of a division in the reader's language. */
export function placeName(division: string): string {
  return placeText(divisionName(division))
}
