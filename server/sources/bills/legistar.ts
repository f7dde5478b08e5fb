import type { BillAction } from '../../../contract/billContent.ts'
import { dateIn, isJsonObject, listIn, timestampIn, textIn, type JsonObject } from '../externalJson.ts'
import { cityOfPath, legistarCity } from '../jurisdictions.ts'
import { cityBill } from './cityMatter.ts'
import { UnusableRecord, type ImportedBill } from './importedBill.ts'

/** Whether a JSON record comes from Legistar's Web API: a matter, or another type of record it answers with. */
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
 * Reads a matter of Legistar's Web API, alone or as `{matter, histories, sponsors}`. The answer never names its city.
 * The city comes from `client` beside the matter or from the name of the file or folder ("boston_matters.json").
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
  const restated = textIn(matter['MatterEXText5'])
  return cityBill({
    source_name: 'Legistar',
    city,
    file: textIn(matter['MatterFile']),
    id: textIn(matter['MatterId']),
    name: textIn(matter['MatterName']),
    title: textIn(matter['MatterTitle']),
    typeName: textIn(matter['MatterTypeName']),
    statusName: textIn(matter['MatterStatusName']),
    introduced: dateIn(matter['MatterIntroDate']),
    updatedAt: timestampIn(matter['MatterLastModifiedUtc']),
    // Only New York City is known to put a summary there. Elsewhere MatterText* can contain staff email.
    summary: city.client === 'nyc' ? restated : '',
    sponsors: listIn(record['sponsors'] ?? matter['MatterSponsors']).map((sponsor) =>
      textIn(sponsor['MatterSponsorName']),
    ),
    history: listIn(record['histories'] ?? matter['MatterHistories'])
      .flatMap(action)
      .toSorted(byDate),
  })
}

export function byDate(a: BillAction, b: BillAction): number {
  return a.date.localeCompare(b.date)
}

function action(entry: JsonObject): BillAction[] {
  const date = dateIn(entry['MatterHistoryActionDate'])
  const text = textIn(entry['MatterHistoryActionName'])
  return date && text ? [{ date, text, chamber: textIn(entry['MatterHistoryActionBodyName']) || null }] : []
}
