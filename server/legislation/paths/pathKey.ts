import { stateNames } from '#contract/places.ts'
import { stateBillId } from '#server/sources/bills/stateCodes.ts'

const maxLength = 300

/** Maps the letters of a path's first part to a code so that "mi" and "michigan" are both "mi". */
const places: ReadonlyMap<string, string> = new Map([
  ...['us', 'usa', 'unitedstates', 'federal', 'congress'].map((name): [string, string] => [name, 'us']),
  ...Object.entries(stateNames).flatMap(([code, name]): [string, string][] => [
    [code, code],
    [onlyLetters(name), code],
  ]),
  ['washingtondc', 'dc'],
])

/** The spellings of measures of Congress that Congress.gov uses in its own URLs. */
const measures: Readonly<Record<string, string>> = {
  housebill: 'hr',
  senatebill: 's',
  housejointresolution: 'hjres',
  senatejointresolution: 'sjres',
  houseconcurrentresolution: 'hconres',
  senateconcurrentresolution: 'sconres',
  houseresolution: 'hres',
  senateresolution: 'sres',
}

const newYorkCity: ReadonlySet<string> = new Set(['nyc', 'newyork'])

/**
 * Returns the part that all spellings of a bill's path have in common: no punctuation, no zeros before a number, and
 * the code as one word. `bill_path_key` in db/tables/41_bill_paths.sql computes the same key. Null if the path is not that
 * of a bill, such as the path of one of the app's own screens.
 */
export function pathKey(pathname: string): string | null {
  const [first = '', second = '', ...code] = segmentsOf(pathname)
  const place = places.get(onlyLetters(first))
  if (!place || second === '' || code.length === 0) return null
  return `${place}/${session(place, compactKey(second))}/${codeKey(place, compactKey(code.join('')))}`
}

/**
 * Returns the keys that a path may have, the most literal first. The session of a state may have another name than in the
 * path, as "2025-2026" and "20252026", and a code may be written in another way, as "HB 1001" and "HB25-1001". Empty if the
 * path is not a path of a bill.
 */
export function pathKeys(pathname: string): string[] {
  const [first = '', second = '', ...code] = segmentsOf(pathname)
  const place = places.get(onlyLetters(first))
  const key = pathKey(pathname)
  if (key === null || place === undefined) return []
  if (place === 'us') return [key]
  const codeText = code.join(' ').replace(/[_+]/g, ' ')
  const [, special] = place === 'ca' ? (/^[a-z]+ ?x ?(\d)/.exec(codeText) ?? []) : []
  const sessions = [second, ...(special ? [`${second} special session ${special}`] : [])]
  const others = sessions.map((name) => {
    const [, session = '', sameCode = ''] = stateBillId(place, name, codeText).split('/')
    return `${place}/${compactKey(session)}/${compactKey(sameCode)}`
  })
  return [...new Set([key, ...others])]
}

/**
 * Returns the segments in lower case, without the empty segments between doubled slashes. Empty if the path cannot be
 * decoded.
 */
function segmentsOf(pathname: string): string[] {
  if (pathname.length > maxLength) return []
  try {
    const decoded = decodeURIComponent(pathname).toLowerCase()
    return decoded.split('/').filter((segment) => compactKey(segment) !== '')
  } catch {
    return []
  }
}

function session(place: string, name: string): string {
  if (place === 'us') return /^(?:congress)?(\d+)(?:st|nd|rd|th)?(?:congress)?$/.exec(name)?.[1] ?? name
  return place === 'ny' && newYorkCity.has(name) ? 'newyorkcity' : name
}

function codeKey(place: string, code: string): string {
  if (place !== 'us') return code
  const [, measure = '', number = ''] = /^([a-z]+)(\d+)$/.exec(code) ?? []
  return measures[measure] ? `${measures[measure]}${number}` : code
}

function compactKey(text: string): string {
  return text.replace(/[^a-z0-9]/g, '').replace(/(^|[a-z])0+(?=\d)/g, '$1')
}

function onlyLetters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}
