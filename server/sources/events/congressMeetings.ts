import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  clamp,
  listIn,
  objectIn,
  requiredText,
  textIn,
  timestampIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { ordinalEnd, parseMeasure } from '#server/sources/people/congressNames.ts'
import { eventStatus } from './eventStatus.ts'
import { startOf } from './eventTimes.ts'
import type { AgendaBill, ImportedEvent } from './importedEvent.ts'

export function isCongressMeeting(record: JsonObject): boolean {
  const meeting = meetingIn(record)
  return 'eventId' in meeting && 'meetingStatus' in meeting
}

function meetingIn(record: JsonObject): JsonObject {
  return 'committeeMeeting' in record ? objectIn(record['committeeMeeting']) : record
}

/** Reads a response of Congress.gov's `committee-meeting` endpoint. Its times are in UTC. */
export function readCongressMeeting(record: JsonObject): ImportedEvent {
  const meeting = meetingIn(record)
  const id = requiredText(meeting['eventId'], 'event id')
  const congress = requiredText(meeting['congress'], 'Congress')
  if (!/^\d{1,3}$/.test(congress)) throw new UnusableRecord(`"${congress}" is not the number of a Congress.`)
  const body = bodies[textIn(meeting['chamber']).toLowerCase()]
  if (!body) throw new UnusableRecord('The record does not name its chamber.')
  const committees = listIn(meeting['committees'])
  const code = textIn(committees[0]?.['systemCode'])
  const committeeName = textIn(committees[0]?.['name'])
  const title = textIn(meeting['title'])
  const kind = textIn(meeting['type']) || 'Meeting'
  return {
    event_id: `us/${congress}/${body}/${id}`,
    organization: `us/${body}`,
    committee: code === '' ? null : { committee_id: `us/${code.toLowerCase()}`, name: committeeName || code },
    jurisdiction: 'ocd-division/country:us',
    name: clamp([kind, title].filter(Boolean).join(': '), 300),
    ...startOf(meeting['date']),
    time_zone: 'America/New_York',
    location: locationOf(objectIn(meeting['location'])),
    url: `https://www.congress.gov/event/${congress}${ordinalEnd(Number(congress))}-congress/${body === 'congress' ? 'joint' : body}-event/${id}`,
    status: eventStatus(textIn(meeting['meetingStatus']), [title]),
    bills: listIn(objectIn(meeting['relatedItems'])['bills']).flatMap((bill) => agendaBill(bill, congress)),
    source_name: 'Congress.gov',
    source_checked_at: timestampIn(meeting['updateDate']),
  }
}

/** Meetings of joint committees are of no chamber. */
const bodies: Readonly<Record<string, string>> = {
  house: 'house',
  senate: 'senate',
  joint: 'congress',
  nochamber: 'congress',
}

/** Returns a bill of the agenda, or none for an amendment or a treaty. The default is the Congress of the meeting. */
function agendaBill(bill: JsonObject, meetingCongress: string): AgendaBill[] {
  const congress = textIn(bill['congress']) || meetingCongress
  const other = parseMeasure(congress, `${textIn(bill['type'])} ${textIn(bill['number'])}`)
  return other ? [{ source_ids: [other.source_id], agenda_item: null }] : []
}

function locationOf({ room, building, address }: JsonObject): string | null {
  const roomName = textIn(room)
  const words = [
    roomName && /^[\w-]+$/.test(roomName) ? `Room ${roomName}` : roomName,
    textIn(building),
    textIn(objectIn(address)['streetAddress']),
  ]
  return clamp(words.filter(Boolean).join(', '), 300) || null
}
