import type { BillStatus } from '#contract/bills/billContent.ts'
import { cityVersion } from '#server/sources/bills/cities/cityMatter.ts'
import { UnusableRecord, type ImportedVersion } from '#server/sources/bills/importedBill.ts'
import { isJsonObject, listIn, longTextIn, markupIn, textIn } from '#server/sources/externalJson.ts'
import { decodeBytes } from '#server/sources/fileText.ts'
import { legistarCity, stateTextUrl } from '#server/sources/jurisdictions.ts'

/** The fields of a bill that are needed to find its text. */
export type TextlessBill = {
  source_id: string
  status: BillStatus
  source_url: string | null
  text_url: string | null
}

/** Downloads the body of a URL, or null if nothing exists there. */
export type GetBody = (url: string) => Promise<Buffer | null>

const govinfo = 'https://www.govinfo.gov'

/**
 * Downloads the text of a bill from its official source: GovInfo for Congress, the page of a state legislature that the
 * bill's record names, or the city's Legistar Web API. No other host is contacted, whatever the record contains. Null
 * if the source has no text. The XML and HTML parsers are loaded with the first text, because a server that downloads
 * none does not need them.
 *
 * @param legistar base URL of the Web API, and the key that some cities require
 * @throws UnusableRecord if the response is not the text of this bill
 */
export async function readOfficialText(
  bill: TextlessBill,
  legistar: { url: string; key: string | null },
  get: GetBody,
): Promise<ImportedVersion | null> {
  const [place = ''] = bill.source_id.split('/')
  if (place === 'us') return federalText(bill, get)
  if (legistarCity(place)) return cityText(bill, place, legistar, get)
  return stateText(bill, place, get)
}

/** Returns true if there is a URL from which the text could be downloaded. */
export function hasOfficialText(bill: TextlessBill): boolean {
  const [place = ''] = bill.source_id.split('/')
  if (place === 'us') return printings(bill).length > 0
  if (legistarCity(place)) return matterKey(bill) !== null
  return stateTextUrl(place, bill.text_url ?? '') !== null
}

async function federalText(bill: TextlessBill, get: GetBody): Promise<ImportedVersion | null> {
  const { isBillText, readBillText } = await import('./billText.ts')
  for (const printing of printings(bill)) {
    const body = await get(`${govinfo}/content/pkg/${printing}/xml/${printing}.xml`)
    const xml = body ? decodeBytes(body) : ''
    if (!isBillText(xml)) continue
    const read = readBillText(xml)
    if (read.source_id !== bill.source_id) {
      throw new UnusableRecord(`The source answered with the text of ${read.source_id}.`)
    }
    return read.version
  }
  return null
}

/**
 * Returns GovInfo's names of the versions that a bill with this status may have, newest first, such as
 * "BILLS-119hr22enr".
 */
function printings({ source_id, status }: TextlessBill): string[] {
  const [, congress, type, number] =
    /^us\/(\d{2,3})\/(hr|s|[hs]jres|[hs]conres|[hs]res)\/(\d{1,5})$/.exec(source_id) ?? []
  if (!congress || !type || !number) return []
  const [sameChamber, otherChamber] = type.startsWith('h') ? ['h', 's'] : ['s', 'h']
  const introduced = `i${sameChamber}`
  const engrossed = [`ea${otherChamber}`, `e${sameChamber}`, `at${sameChamber}`]
  const codes: Record<BillStatus, string[]> = {
    introduced: [introduced],
    active: [`r${sameChamber}`, introduced],
    engrossed: [...engrossed, introduced],
    pending: ['enr', ...engrossed, introduced],
    passed: ['enr', ...engrossed, introduced],
    rejected: ['enr', ...engrossed, `r${sameChamber}`, introduced],
  }
  return codes[status].map((code) => `BILLS-${congress}${type}${number}${code}`)
}

async function stateText(bill: TextlessBill, state: string, get: GetBody): Promise<ImportedVersion | null> {
  const url = stateTextUrl(state, bill.text_url ?? '')
  const body = url ? await get(url) : null
  if (!body) return null
  const { versionFromPage } = await import('./openstatesVersions.ts')
  return { ...versionFromPage('Bill text', markupIn(decodeBytes(body))), source_url: url }
}

async function cityText(
  bill: TextlessBill,
  place: string,
  { url: base, key }: { url: string; key: string | null },
  get: GetBody,
): Promise<ImportedVersion | null> {
  const city = legistarCity(place)
  const matter = matterKey(bill)
  if (!city || matter === null) return null
  const query = key ? `?token=${encodeURIComponent(key)}` : ''
  const url = `${base}/${city.client}/matters/${matter}`
  const versions: unknown = readJson(await get(`${url}/versions${query}`))
  const newest = (Array.isArray(versions) ? versions.filter(isJsonObject) : [])
    .filter((version) => /^\d+$/.test(textIn(version['Key'])))
    .toSorted((a, b) => textIn(a['Value']).localeCompare(textIn(b['Value']), 'en', { numeric: true }))
    .at(-1)
  if (!newest) return null
  const response: unknown = readJson(await get(`${url}/texts/${textIn(newest['Key'])}${query}`))
  const [record] = listIn([response])
  if (!record) return null
  const [version] = cityVersion(textIn(newest['Value']), null, longTextIn(record['MatterTextPlain']))
  return version?.text ? version : null
}

/** Returns the number of a matter in its city's records, taken from the URL of its page. */
function matterKey({ source_url }: TextlessBill): string | null {
  return /\/matter\.aspx\?key=(\d+)$/i.exec(source_url ?? '')?.[1] ?? null
}

function readJson(body: Buffer | null): unknown {
  if (!body) return null
  try {
    return JSON.parse(decodeBytes(body))
  } catch {
    throw new UnusableRecord('The source did not answer with JSON.')
  }
}
