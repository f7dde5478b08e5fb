import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  clamp,
  isJsonObject,
  listIn,
  objectIn,
  requiredText,
  textIn,
  textsIn,
  timestampIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { endOf, startOf } from './eventTimes.ts'
import type { EventStatus, ImportedEvent } from './importedEvent.ts'

const statuses: readonly EventStatus[] = ['scheduled', 'changed', 'deferred', 'cancelled']

export function isHurdEvent(record: JsonObject): boolean {
  return 'event_id' in record && 'starts' in record
}

/** Reads an event in Hurd's own format. `starts` and `ends` are times with an offset, local times, or days. */
export function readHurdEvent(record: JsonObject): ImportedEvent {
  const word = textIn(record['status']) || 'scheduled'
  const status = statuses.find((name) => name === word)
  if (!status) throw new UnusableRecord(`"${word}" is not a status of an event.`)
  const jurisdiction = requiredText(record['jurisdiction'], 'jurisdiction')
  if (!jurisdiction.startsWith('ocd-division/')) {
    throw new UnusableRecord(`"${jurisdiction}" is not an OCD division.`)
  }
  const committee = objectIn(record['committee'])
  const start = startOf(record['starts'])
  return {
    event_id: requiredText(record['event_id'], 'event_id'),
    organization: requiredText(record['organization'], 'organization'),
    committee: isJsonObject(record['committee'])
      ? { committee_id: textIn(committee['committee_id']) || null, name: textIn(committee['name']) }
      : null,
    jurisdiction,
    name: clamp(requiredText(record['name'], 'name'), 300),
    ...start,
    ...endOf(record['ends'], start),
    time_zone: textIn(record['time_zone']) || null,
    location: clamp(textIn(record['location']), 300) || null,
    url: urlIn(record['url']),
    status,
    bills: agenda(record['bills']),
    source_name: requiredText(record['source_name'], 'source_name'),
    source_checked_at: timestampIn(record['source_checked_at']),
  }
}

/** Reads a list of source ids, or of objects with an agenda item. */
function agenda(value: unknown): ImportedEvent['bills'] {
  const objects = listIn(value).map((bill) => ({
    source_ids: [requiredText(bill['source_id'], 'source_id of a bill')],
    agenda_item: textIn(bill['agenda_item']) || null,
  }))
  const ids = Array.isArray(value) ? textsIn(value) : []
  return [...objects, ...ids.map((id) => ({ source_ids: [id], agenda_item: null }))]
}
