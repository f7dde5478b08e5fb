import { createHash } from 'node:crypto'
import { isTimeZone } from '#contract/hearings.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { stateBillId } from '#server/sources/bills/stateCodes.ts'
import {
  clamp,
  listIn,
  objectIn,
  requiredText,
  textIn,
  timestampIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { bundledSessions } from '#server/sources/sessions/bundledSessions.ts'
import { eventStatus } from './eventStatus.ts'
import { endOf, startOf } from './eventTimes.ts'
import type { AgendaBill, ImportedEvent } from './importedEvent.ts'

/**
 * The number of sessions that are searched for a bill on an agenda. Agendas name bills without their session, and where
 * bills carry over, bills of an earlier session are heard too.
 */
const maxSessions = 4

/** Returns the sessions of a state that had begun by a day, the latest first. */
function sessionsAround(state: string, day: string): string[] {
  return bundledSessions()
    .filter(({ place, start_date }) => place === state && start_date <= day)
    .toSorted((a, b) => b.start_date.localeCompare(a.start_date))
    .slice(0, maxSessions)
    .map(({ identifier }) => identifier)
}

export function isOpenStatesEvent(record: JsonObject): boolean {
  return 'start_date' in record && 'name' in record && ('agenda' in record || 'participants' in record)
}

/** Reads an event of an Open States scraper or of API v3. */
export function readOpenStatesEvent(record: JsonObject): ImportedEvent {
  const state = stateOf(record)
  const division = stateDivision(state)
  if (!division) throw new UnusableRecord('The record does not name its state.')
  const name = requiredText(record['name'], 'name')
  const start = startOf(record['start_date'], record['all_day'] === true)
  const committee = listIn(record['participants']).find(({ entity_type }) =>
    ['committee', 'organization'].includes(textIn(entity_type)),
  )
  const committeeId =
    textIn(objectIn(committee?.['organization'])['id']) || textIn(committee?.['organization_id'])
  const day = (start.starts_at ?? start.starts_local ?? start.starts_on ?? '').slice(0, 10)
  return {
    ...idOf(state, record, name),
    organization: `${state}/${chamberOf(record, name)}`,
    committee: committee
      ? {
          committee_id: committeeId.startsWith('ocd-organization/') ? committeeId : null,
          name: textIn(committee['name']),
        }
      : null,
    jurisdiction: division,
    name: clamp(name, 300),
    ...start,
    ...endOf(record['end_date'], start, record['all_day'] === true),
    time_zone: zoneOf(record['timezone']),
    location: clamp(textIn(objectIn(record['location'])['name']), 300) || null,
    url: urlIn(listIn(record['sources'])[0]?.['url']),
    status: eventStatus(textIn(record['status']), [name]),
    bills: agendaOf(state, day, record),
    source_name: 'Open States',
    source_checked_at: timestampIn(record['updated_at']),
  }
}

/**
 * Returns the id of an event. Scrapers assign a new random id to an event each time, so the event's own key is used, or
 * else its name and day.
 */
function idOf(
  state: string,
  record: JsonObject,
  name: string,
): Pick<ImportedEvent, 'event_id' | 'shares_id'> {
  const id = textIn(record['id'])
  if (id.startsWith('ocd-event/')) return { event_id: id }
  const key = textIn(record['dedupe_key']) || textIn(record['upstream_id'])
  const words = key || `${name} ${textIn(record['start_date']).slice(0, 10)}`
  const event_id = `openstates/${state}/${createHash('sha256').update(words).digest('hex').slice(0, 20)}`
  return key ? { event_id } : { event_id, shares_id: true }
}

function stateOf(record: JsonObject): string {
  const jurisdiction =
    textIn(record['jurisdiction']) ||
    textIn(objectIn(record['jurisdiction'])['id']) ||
    textIn(record['_source_path'])
  const [, state = ''] = /(?:state|district|territory):([a-z]{2})\b/.exec(jurisdiction) ?? []
  if (!stateDivision(state)) throw new UnusableRecord('The record does not name its state.')
  return state
}

function chamberOf(record: JsonObject, name: string): string {
  const words = `${name} ${listIn(record['participants'])
    .map((participant) => textIn(participant['name']))
    .join(' ')}`
  const isSenate = /\bsenate\b/i.test(words)
  const isHouse = /\b(house|assembly)\b/i.test(words)
  if (isSenate === isHouse) return 'legislature'
  return isSenate ? 'upper' : 'lower'
}

function zoneOf(value: unknown): string | null {
  const zone = textIn(value)
  return /^(America|Pacific|US)\//.test(zone) && isTimeZone(zone) ? zone : null
}

function agendaOf(state: string, day: string, record: JsonObject): AgendaBill[] {
  const bills = new Map<string, AgendaBill>()
  for (const item of listIn(record['agenda'])) {
    const description = clamp(textIn(item['description']), 300) || null
    for (const entity of listIn(item['related_entities'])) {
      if (textIn(entity['entity_type']) !== 'bill') continue
      const bill = objectIn(entity['bill'])
      const identifier = textIn(bill['identifier']) || textIn(entity['name'])
      if (identifier === '') continue
      const session = textIn(bill['session']) || textIn(entity['legislative_session'])
      const sessions = session === '' ? sessionsAround(state, day) : [session]
      const source_ids = sessions.map((name) => stateBillId(state, name, identifier))
      const [first] = source_ids
      if (first && !bills.has(first)) bills.set(first, { source_ids, agenda_item: description })
    }
  }
  return [...bills.values()]
}
