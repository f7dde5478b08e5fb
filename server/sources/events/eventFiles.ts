import { textIn, type JsonObject } from '#server/sources/externalJson.ts'
import type { SourceFile } from '#server/sources/files.ts'
import { readRecord, recordsInFile } from '#server/sources/recordFiles.ts'
import { isCongressMeeting, readCongressMeeting } from './congressMeetings.ts'
import { isLegistarMeeting, isNycMeeting, readLegistarMeeting, readNycMeeting } from './councilMeetings.ts'
import { isHurdEvent, readHurdEvent } from './hurdEvents.ts'
import type { EventReading, ImportedEvent } from './importedEvent.ts'
import { isLegiScanCalendar, readLegiScanEvents } from './legiscanEvents.ts'
import { isOpenStatesEvent, readOpenStatesEvent } from './openstatesEvents.ts'

export const eventFormats = ['openstates', 'congress', 'legiscan', 'legistar', 'nyc', 'hurd'] as const
export type EventFormat = (typeof eventFormats)[number]
export const eventFormatList = `The formats are ${eventFormats.join(', ')}; name one with --format.`

const readers: Record<
  EventFormat,
  { accepts: (record: JsonObject) => boolean; read: (record: JsonObject, file: string) => ImportedEvent[] }
> = {
  hurd: { accepts: isHurdEvent, read: (record) => [readHurdEvent(record)] },
  nyc: { accepts: isNycMeeting, read: (record) => [readNycMeeting(record)] },
  legistar: { accepts: isLegistarMeeting, read: (record, file) => [readLegistarMeeting(record, file)] },
  congress: { accepts: isCongressMeeting, read: (record) => [readCongressMeeting(record)] },
  legiscan: { accepts: isLegiScanCalendar, read: readLegiScanEvents },
  openstates: { accepts: isOpenStatesEvent, read: (record) => [readOpenStatesEvent(record)] },
}

/**
 * Yields every event of the files, or the reason why a record cannot be used.
 *
 * @param format the format of the records. Null detects it for each record.
 */
export async function* eventRecords(
  files: readonly SourceFile[],
  format: EventFormat | null,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<EventReading> {
  const seen = new Map<string, string[]>()
  for (const { path: file, size } of files) {
    for await (const entry of recordsInFile(file)) {
      yield* readRecord(
        file,
        entry,
        { named: format, detectFormat, formatList: eventFormatList, nameOf },
        (detected, value) => readers[detected].read(value, file).map((event) => withOwnId(event, seen)),
      )
    }
    onBytes(size)
  }
}

/**
 * Returns the event with its own id. Where a source has no ids, an id consists of the name and the day, which the sessions of a
 * morning and an afternoon share.
 */
function withOwnId({ shares_id, ...event }: ImportedEvent, seen: Map<string, string[]>): ImportedEvent {
  if (!shares_id) return event
  const { event_id, starts_at, starts_local, location } = event
  const starts = seen.get(event_id) ?? []
  seen.set(event_id, starts)
  const start = `${starts_at ?? starts_local ?? ''} ${location ?? ''}`
  const position = starts.includes(start) ? starts.indexOf(start) + 1 : starts.push(start)
  return position === 1 ? event : { ...event, event_id: `${event_id}~${position}` }
}

function detectFormat(value: JsonObject): EventFormat | null {
  return eventFormats.find((candidate) => readers[candidate].accepts(value)) ?? null
}

function nameOf(value: JsonObject): string {
  const names = ['event_id', 'name', 'BodyName', 'EventBodyName', 'eventId']
  return (
    names
      .map((key) => textIn(value[key]))
      .find((name) => name !== '')
      ?.slice(0, 120) ?? ''
  )
}
