import { stat } from 'node:fs/promises'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  termDateIn,
  isJsonObject,
  listIn,
  objectIn,
  requiredText,
  textIn,
  timestampIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import type { SourceFile } from '#server/sources/files.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { readWithLeftOut } from '#server/sources/leftOut.ts'
import { notInFormat, recordsInFile } from '#server/sources/recordFiles.ts'
import type { ImportedSession, SessionReading } from './importedSession.ts'

export const sessionFormats = ['openstates', 'hurd'] as const
export type SessionFormat = (typeof sessionFormats)[number]
export const sessionFormatList = `The formats are ${sessionFormats.join(', ')}; name one with --format.`

/**
 * Yields every session of JSON files, JSON lines, or jurisdictions of Open States with `legislative_sessions`, or the
 * reason why it cannot be used. Identifiers that occur twice in a jurisdiction are numbered.
 */
export async function* sessionRecords(
  files: readonly SourceFile[],
  format: SessionFormat | null,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<SessionReading> {
  const namesByKey = new Map<string, string[]>()
  for (const { path: file, size } of files) {
    const fetched_at = (await stat(file)).mtime.toISOString()
    for await (const { position, ...read } of recordsInFile(file)) {
      if ('reason' in read) {
        yield { file, record: position, reason: read.reason }
        continue
      }
      const sessions = sessionsOf(read.value)
      for (const [index, value] of sessions.entries()) {
        const record = sessions.length > 1 ? `${position}, session ${index + 1}` : position
        yield reading(file, record, value, { format, fetched_at, namesByKey })
      }
    }
    onBytes(size)
  }
}

/** Returns the sessions of a jurisdiction, or the record itself. */
function sessionsOf(value: unknown): unknown[] {
  const record = objectIn(value)
  if (!Array.isArray(record['legislative_sessions'])) return [value]
  return listIn(record['legislative_sessions']).map((session) =>
    Object.assign({}, session, { jurisdiction: record['id'] ?? record['jurisdiction'] }),
  )
}

type Run = { format: SessionFormat | null; fetched_at: string; namesByKey: Map<string, string[]> }

function reading(
  file: string,
  record: string,
  value: unknown,
  { format, fetched_at, namesByKey }: Run,
): SessionReading {
  if (!isJsonObject(value)) return { file, record, reason: 'The record is not a JSON object.' }
  try {
    const detected = 'last_day_for_bills' in value || 'source_name' in value ? 'hurd' : 'openstates'
    if (format !== null && format !== detected) throw new UnusableRecord(notInFormat(format))
    const { result: session, leftOut } = readWithLeftOut(() => readSession(value, detected))
    const key = `${session.place}/${session.identifier}`
    const names = namesByKey.get(key) ?? []
    const index = names.indexOf(session.name)
    const position = index === -1 ? names.push(session.name) : index + 1
    namesByKey.set(key, names)
    const identifier = position > 1 ? `${session.identifier}~${position}` : session.identifier
    const source_checked_at = session.source_checked_at ?? fetched_at
    return { file, record, leftOut, imported: { ...session, identifier, source_checked_at } }
  } catch (error) {
    if (error instanceof UnusableRecord) return { file, record, reason: error.message }
    throw error
  }
}

/**
 * Reads one session.
 *
 * @throws UnusableRecord
 */
function readSession(record: JsonObject, format: SessionFormat): ImportedSession {
  const place = placeOf(textIn(record['jurisdiction']) || textIn(record['_jurisdiction']))
  const identifier = requiredText(record['identifier'], 'identifier')
  const name = textIn(record['name']) || identifier
  const start_date = termDateIn(record['start_date'])
  const end_date = termDateIn(record['end_date'])
  if (!start_date) throw new UnusableRecord('The session has no first day.')
  const active = record['active'] ?? record['active_at_source']
  return {
    place,
    identifier,
    name,
    classification: classificationOf(name, textIn(record['classification'])),
    start_date,
    end_date: end_date !== null && end_date < start_date ? null : end_date,
    active_at_source: typeof active === 'boolean' ? active : null,
    source_name: format === 'hurd' ? requiredText(record['source_name'], 'source_name') : 'Open States',
    source_checked_at: timestampIn(record['source_checked_at']),
  }
}

/**
 * Returns the classification of a session. The name decides, because the source classifies many special sessions as
 * "primary" and a few regular ones as special.
 */
function classificationOf(name: string, classification: string): ImportedSession['classification'] {
  if (/spe[ci]+al|extraordinary|called session|extra session/i.test(name)) return 'special'
  return classification === 'special' && !/regular/i.test(name) ? 'special' : 'regular'
}

/** Returns the place for "us", "tx", an OCD division or an OCD jurisdiction. */
function placeOf(text: string): string {
  const ocd =
    /^ocd-(?:division|jurisdiction)\/country:us(?:\/(?:state|district|territory):([a-z]{2}))?(?:\/government)?$/.exec(
      text,
    )
  const place = ocd ? (ocd[1] ?? 'us') : text.toLowerCase()
  if (place === 'us' || place === 'usa') return 'us'
  if (stateDivision(place)) return place
  throw new UnusableRecord(`"${text}" is not Congress, a state or a territory.`)
}
