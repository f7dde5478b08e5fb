import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { isJsonObject, objectIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { notInFormat } from '#server/sources/recordFiles.ts'
import { isCongressLegislator, readCongressLegislator } from './congressLegislators.ts'
import { isHurdPerson, readHurdPerson } from './hurdPeople.ts'
import type { ImportedPerson } from './importedPerson.ts'
import { isNycPerson, readNycPerson } from './nycPeople.ts'
import { isOpenStatesPerson, readOpenStatesPerson } from './openstatesPeople.ts'

export const peopleFormats = ['congress-legislators', 'openstates-people', 'nyc', 'hurd'] as const
export type PeopleFormat = (typeof peopleFormats)[number]

const sources: Record<
  PeopleFormat,
  { is(record: JsonObject): boolean; read(record: JsonObject): ImportedPerson }
> = {
  'congress-legislators': { is: isCongressLegislator, read: readCongressLegislator },
  'openstates-people': { is: isOpenStatesPerson, read: readOpenStatesPerson },
  nyc: { is: isNycPerson, read: readNycPerson },
  hurd: { is: isHurdPerson, read: readHurdPerson },
}

export function detectPeopleFormat(record: unknown): PeopleFormat | null {
  return peopleFormats.find((format) => isJsonObject(record) && sources[format].is(record)) ?? null
}

/**
 * Converts one source record to a person.
 * @throws UnusableRecord
 */
export function readPerson(format: PeopleFormat, record: unknown): ImportedPerson {
  if (!isJsonObject(record) || !sources[format].is(record)) {
    throw new UnusableRecord(notInFormat(format))
  }
  return sources[format].read(record)
}

/** Returns the records in a document: the entries of a list or of a page of an API, or the document itself. */
export function peopleIn(document: unknown): unknown[] {
  if (Array.isArray(document)) return document
  if (!isJsonObject(document)) return [document]
  const results = document['results'] ?? objectIn(document['body'])['results']
  return Array.isArray(results) ? results : [document]
}

/** Returns the person's name in a record so that a report can name the record. */
export function nameOfPerson(record: unknown): string {
  const outer = objectIn(record)
  const name = objectIn(outer['name'])
  return (
    textIn(outer['name'] ?? outer['rep_name'] ?? outer['FullName']) ||
    textIn(name['official_full']) ||
    textIn(name['last'])
  )
}
