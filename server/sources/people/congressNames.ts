import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { clamp, longestName } from '#server/sources/externalJson.ts'

type Kind = { code: string; path: string; chamber: 'House' | 'Senate'; simple: boolean; concurrent: boolean }

/** The eight kinds of federal measure, each with its abbreviation and its word in the URLs of Congress.gov. */
const kinds: Readonly<Record<string, Kind>> = {
  hr: kind('H.R.', 'house-bill'),
  s: kind('S.', 'senate-bill'),
  hres: kind('H.Res.', 'house-resolution'),
  sres: kind('S.Res.', 'senate-resolution'),
  hjres: kind('H.J.Res.', 'house-joint-resolution'),
  sjres: kind('S.J.Res.', 'senate-joint-resolution'),
  hconres: kind('H.Con.Res.', 'house-concurrent-resolution'),
  sconres: kind('S.Con.Res.', 'senate-concurrent-resolution'),
}

/** A federal measure: its Congress, kind and number. */
export type Measure = Kind & {
  congress: number
  type: string
  number: number
  source_id: string
  bill_code: string
  url: string
}

/**
 * Returns the measure that a record names, in any spelling of its type ("HR", "H. R.", "hconres").
 *
 * @throws UnusableRecord if there is no such measure
 */
export function measure(congress: string, type: string, number: string): Measure {
  const key = type.toLowerCase().replace(/[^a-z]/g, '')
  const kind = kinds[key]
  const session = Number.parseInt(congress, 10)
  const serial = Number.parseInt(number, 10)
  if (!kind) {
    throw new UnusableRecord(
      type ? `"${type}" is not a type of federal bill.` : 'The record has no bill type.',
    )
  }
  if (!(session > 0 && session < 1000)) {
    throw new UnusableRecord('The record does not name its Congress.')
  }
  if (!(serial > 0)) throw new UnusableRecord('The record has no bill number.')
  return {
    ...kind,
    congress: session,
    type: key,
    number: serial,
    source_id: `us/${session}/${key}/${serial}`,
    bill_code: `${kind.code} ${serial}`,
    url: `https://www.congress.gov/bill/${session}${ordinalEnd(session)}-congress/${kind.path}/${serial}`,
  }
}

/** Returns the measure for a citation such as "HJRES 87" or "H. R. 1329". Null if the text is not a citation. */
export function parseMeasure(congress: string, citation: string): Measure | null {
  const [, type, number] = /^\s*([A-Za-z][A-Za-z. ]*?)\s*(\d+)\s*$/.exec(citation) ?? []
  if (!type || !number || !(type.toLowerCase().replace(/[^a-z]/g, '') in kinds)) return null
  return measure(congress, type, number)
}

function kind(code: string, path: string): Kind {
  return {
    code,
    path,
    chamber: path.startsWith('house') ? 'House' : 'Senate',
    simple: /^(house|senate)-resolution$/.test(path),
    concurrent: path.includes('concurrent'),
  }
}

export function ordinalEnd(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13
  return teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
}

const parties: Readonly<Record<string, string>> = {
  d: 'Democratic',
  democrat: 'Democratic',
  r: 'Republican',
  i: 'Independent',
  id: 'Independent Democrat',
  l: 'Libertarian',
  g: 'Green',
  n: 'Nonpartisan',
}

/** Returns a party as people write it. "R" becomes Republican, full names stay, and an empty name becomes null. */
export function partyName(party: string): string | null {
  return parties[party.toLowerCase()] ?? (clamp(party, longestName) || null)
}
