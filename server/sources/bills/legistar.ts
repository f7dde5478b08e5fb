import type { BillAction } from '../../../contract/billContent.ts'
import { dateIn, isJsonObject, listIn, timestampIn, textIn, type JsonObject } from '../externalJson.ts'
import { cityOfPath, legistarCity } from '../jurisdictions.ts'
import { cityBill } from './cityMatter.ts'
import { UnusableRecord, type ImportedBill } from './importedBill.ts'

/** Whether a JSON record comes from Legistar's Web API: a matter, or one of the other things it answers. */
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
 * A matter of Legistar's Web API, alone or as `{matter, histories, sponsors}`. The answer never says which city it is
 * of: `client` beside the matter does, or the name of the file or folder ("boston_matters.json").
 * @throws UnusableRecord
 */
export function readLegistar(record: JsonObject, file: string): ImportedBill {
  if ('MatterHistoryId' in record) {
    throw new UnusableRecord('Not a bill: a line of history that does not name its matter.')
  }
  if ('EventId' in record) throw new UnusableRecord('Not a bill: a meeting.')
  if ('EventItemId' in record) throw new UnusableRecord('Not a bill: an item of an agenda.')
  const matter = isJsonObject(record['matter']) ? record['matter'] : record
  if (matter['MatterRestrictViewViaWeb'] === true) {
    throw new UnusableRecord('The city keeps this matter from public view.')
  }
  const city = legistarCity(textIn(record['client'] ?? matter['client'])) ?? cityOfPath(file)
  if (!city) {
    throw new UnusableRecord(
      'The record does not say of which city it is; name the file after the Legistar client, as in boston_matters.json.',
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
    // Only New York City is known to keep a plain-language summary there; MatterText* may hold staff e-mail anywhere.
    summary: city.client === 'nyc' ? restated : '',
    sponsors: listIn(record['sponsors'] ?? matter['MatterSponsors']).map((sponsor) =>
      textIn(sponsor['MatterSponsorName']),
    ),
    history: listIn(record['histories'] ?? matter['MatterHistories'])
      .flatMap(action)
      .toSorted(byDate),
  })
}

export function byDate(one: BillAction, other: BillAction): number {
  return one.date.localeCompare(other.date)
}

function action(entry: JsonObject): BillAction[] {
  const date = dateIn(entry['MatterHistoryActionDate'])
  const text = textIn(entry['MatterHistoryActionName'])
  return date && text ? [{ date, text, chamber: textIn(entry['MatterHistoryActionBodyName']) || null }] : []
}
