import type { BillAction } from '#contract/bills/billContent.ts'
import { UnusableRecord, type ImportedBill } from '#server/sources/bills/importedBill.ts'
import {
  dateIn,
  isJsonObject,
  listIn,
  timestampIn,
  textIn,
  type DateRules,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { cityDates, cityOfPath, legistarCity } from '#server/sources/jurisdictions.ts'
import { cityBill, cityVersion } from './cityMatter.ts'

/** Returns true if a JSON record comes from Legistar's Web API. It can be a matter or a record of another type. */
export function isLegistar(record: JsonObject): boolean {
  return (
    isJsonObject(record['matter']) ||
    'MatterId' in record ||
    'MatterHistoryId' in record ||
    'EventId' in record ||
    'EventItemId' in record
  )
}

/**
 * Reads a matter from Legistar's Web API, either bare or as `{matter, histories, sponsors}`. The API does not name the
 * city, so it comes from a `client` field next to the matter or from the file or folder name ("boston_matters.json").
 * @throws UnusableRecord
 */
export function readLegistar(record: JsonObject, file: string): ImportedBill {
  if ('MatterHistoryId' in record) {
    throw new UnusableRecord('Not a bill: an entry of a history that does not name its matter.')
  }
  if ('EventId' in record) throw new UnusableRecord('Not a bill: a meeting.')
  if ('EventItemId' in record) throw new UnusableRecord('Not a bill: an item of an agenda.')
  const matter = isJsonObject(record['matter']) ? record['matter'] : record
  if (matter['MatterRestrictViewViaWeb'] === true) {
    throw new UnusableRecord('The city does not publish this matter.')
  }
  const city = legistarCity(textIn(record['client'] ?? matter['client'])) ?? cityOfPath(file)
  if (!city) {
    throw new UnusableRecord(
      'The record does not name its city. Name the file after the Legistar client, as in boston_matters.json.',
    )
  }
  const dates = cityDates(city)
  const summaryField = textIn(matter['MatterEXText5'])
  const sponsors = record['sponsors'] ?? matter['MatterSponsors'] ?? null
  const histories = record['histories'] ?? matter['MatterHistories'] ?? null
  const bill = cityBill({
    source_name: 'Legistar',
    city,
    file: textIn(matter['MatterFile']),
    id: textIn(matter['MatterId']),
    name: textIn(matter['MatterName']),
    title: textIn(matter['MatterTitle']),
    typeName: textIn(matter['MatterTypeName']),
    statusName: textIn(matter['MatterStatusName']),
    introduced: dateIn(matter['MatterIntroDate'], dates),
    updatedAt: timestampIn(matter['MatterLastModifiedUtc']),
    // Only New York City is known to have a summary in MatterEXText5. In other cities MatterText* can contain email
    // addresses of staff.
    summary: city.client === 'nyc' ? summaryField : '',
    sponsors:
      sponsors === null
        ? null
        : listIn(sponsors).map((sponsor) => ({
            name: textIn(sponsor['MatterSponsorName']),
            source_person_id: null,
          })),
    history:
      histories === null
        ? null
        : listIn(histories)
            .flatMap((entry) => readAction(entry, dates))
            .toSorted(byDate),
  })
  // The text of a version is another record of the Web API.
  const versions = cityVersion(textIn(matter['MatterVersion']), bill.source_url, '')
  return versions.length > 0 ? { ...bill, versions } : bill
}

export function byDate(a: BillAction, b: BillAction): number {
  return a.date.localeCompare(b.date)
}

function readAction(entry: JsonObject, dates: DateRules): BillAction[] {
  const date = dateIn(entry['MatterHistoryActionDate'], dates)
  const text = textIn(entry['MatterHistoryActionName'])
  return date && text ? [{ date, text, chamber: textIn(entry['MatterHistoryActionBodyName']) || null }] : []
}
