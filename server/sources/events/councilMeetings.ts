import { matterId } from '#server/sources/bills/cities/cityMatter.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  clamp,
  listIn,
  requiredText,
  textIn,
  timestampIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { cityOfPath, newYorkCity, type City } from '#server/sources/jurisdictions.ts'
import { cityCommitteeId, isCommittee } from '#server/sources/parts/cityParts.ts'
import { eventStatus } from './eventStatus.ts'
import { startOf, startOfFields } from './eventTimes.ts'
import type { AgendaBill, ImportedEvent } from './importedEvent.ts'

export function isNycMeeting(record: JsonObject): boolean {
  return 'BodyName' in record && 'AgendaStatusName' in record && 'Date' in record
}

export function isLegistarMeeting(record: JsonObject): boolean {
  return 'EventId' in record && 'EventDate' in record && 'EventBodyName' in record
}

export function readNycMeeting(record: JsonObject): ImportedEvent {
  return councilMeeting(newYorkCity, {
    id: requiredText(record['ID'], 'id'),
    body: requiredText(record['BodyName'], 'body'),
    status: textIn(record['AgendaStatusName']),
    comment: textIn(record['Comment']),
    start: startOf(record['Date']),
    location: textIn(record['Location']),
    url: urlIn(record['InSiteURL']),
    changedAt: timestampIn(record['LastModified']),
    items: listIn(record['Items']).map((item) => ({
      file: textIn(item['MatterFile']),
      title: textIn(item['Title']) || textIn(item['MatterName']),
    })),
  })
}

/**
 * Reads an event of Legistar's Web API. The response to the separate request for its items may be added as `items`. The path of the
 * file names the city.
 */
export function readLegistarMeeting(record: JsonObject, file: string): ImportedEvent {
  const city = cityOfPath(file)
  if (!city) {
    throw new UnusableRecord(
      'The record does not name its city. Put the file into a folder with the name of its Legistar client.',
    )
  }
  return councilMeeting(city, {
    id: requiredText(record['EventId'], 'id'),
    body: requiredText(record['EventBodyName'], 'body'),
    status: textIn(record['EventAgendaStatusName']),
    comment: textIn(record['EventComment']),
    start: startOfFields(record['EventDate'], record['EventTime']),
    location: textIn(record['EventLocation']),
    url: urlIn(record['EventInSiteURL']),
    changedAt: timestampIn(record['EventLastModifiedUtc']),
    items: [...listIn(record['EventItems']), ...listIn(record['items'])].map((item) => ({
      file: textIn(item['EventItemMatterFile']),
      title: textIn(item['EventItemTitle']),
    })),
  })
}

type Meeting = {
  id: string
  body: string
  status: string
  comment: string
  start: Pick<ImportedEvent, 'starts_at' | 'starts_local' | 'starts_on'>
  location: string
  url: string | null
  changedAt: string | null
  items: readonly { file: string; title: string }[]
}

function councilMeeting(city: City, meeting: Meeting): ImportedEvent {
  const { body, start, location, url } = meeting
  return {
    event_id: `${city.client}/${meeting.id}`,
    organization: `${city.division.replace(/^ocd-division\/country:us\/state:/, '')}/council`,
    committee: isCommittee(body) ? { committee_id: cityCommitteeId(city, body), name: body } : null,
    jurisdiction: city.division,
    name: clamp(body, 300),
    ...start,
    time_zone: null,
    location: location === '' ? null : clamp(location, 300),
    url,
    status: eventStatus(meeting.status, [body, location, meeting.comment]),
    bills: agendaOf(city, meeting.items),
    source_name: city.client === 'nyc' ? 'New York City Council' : 'Legistar',
    source_checked_at: meeting.changedAt,
  }
}

/** Returns each matter once, although an agenda may list it several times. */
function agendaOf(city: City, items: Meeting['items']): AgendaBill[] {
  const bills = new Map<string, AgendaBill>()
  for (const { file, title } of items) {
    if (file === '') continue
    const source_id = matterId(city, file)
    if (bills.has(source_id)) continue
    bills.set(source_id, { source_ids: [source_id], agenda_item: title === '' ? null : clamp(title, 300) })
  }
  return [...bills.values()]
}
