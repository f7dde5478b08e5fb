import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { sessionOf } from '#server/sources/bills/legiscan.ts'
import { stateBillId } from '#server/sources/bills/stateCodes.ts'
import {
  clamp,
  listIn,
  objectIn,
  requiredText,
  textIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { eventStatus } from './eventStatus.ts'
import { startOfFields } from './eventTimes.ts'
import type { ImportedEvent } from './importedEvent.ts'

export function isLegiScanCalendar(record: JsonObject): boolean {
  const bill = objectIn(record['bill'])
  return 'bill_id' in bill && 'calendar' in bill
}

/**
 * Reads the events of a bill in LegiScan. An event without its own key is identified by its type and its position among
 * the events of this type.
 */
export function readLegiScanEvents(record: JsonObject): ImportedEvent[] {
  const bill = objectIn(record['bill'])
  const id = requiredText(bill['bill_id'], 'bill id')
  const state = requiredText(bill['state'], 'state').toLowerCase()
  const jurisdiction = stateDivision(state)
  if (!jurisdiction) throw new UnusableRecord(`"${state}" is not a state.`)
  const source_id = stateBillId(
    state,
    sessionOf(objectIn(bill['session'])),
    requiredText(bill['bill_number'], 'bill number'),
  )
  const counts = new Map<string, number>()
  return listIn(bill['calendar']).map((entry) => {
    const type = textIn(entry['type']) || 'Event'
    const count = (counts.get(type) ?? 0) + 1
    counts.set(type, count)
    const key = textIn(entry['event_hash']) || `${type.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${count}`
    const description = textIn(entry['description'])
    const start = startOfFields(entry['date'], entry['time'])
    return Object.assign(start, {
      event_id: `legiscan/${id}/${key}`,
      organization: `${state}/legislature`,
      committee: null,
      jurisdiction,
      name: clamp(description === '' ? type : `${type}: ${description}`, 300),
      time_zone: null,
      location: clamp(textIn(entry['location']), 300) || null,
      url: urlIn(bill['state_link']) ?? urlIn(bill['url']),
      status: eventStatus('', [type, description]),
      bills: [{ source_ids: [source_id], agenda_item: null }],
      source_name: 'LegiScan',
      source_checked_at: null,
    })
  })
}
