import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { UnusableRecord } from '../bills/importedBill.ts'
import type { SourceFile } from '../files.ts'
import type { PersonReading } from './importedPerson.ts'
import {
  nameOfPerson,
  peopleFormats,
  peopleIn,
  readPerson,
  detectPeopleFormat,
  type PeopleFormat,
} from './peopleFormats.ts'

/** What may hold people, among the files of a folder. */
export const peopleFilePattern = /\.(ya?ml|jsonl|ndjson|json)(\.gz)?$/i
/** The rosters of the whole country together are smaller. */
const largestFile = 256 * 1024 * 1024

export const peopleFormatList = `The formats are ${peopleFormats.join(', ')}; name one with --format.`

/**
 * Every record of the files as a person, or why it is none. A faulty YAML document or line stops nothing else.
 * @param format what the records are; null: recognised from each
 * @param onBytes told how many more bytes of the files were read
 */
export async function* peopleRecords(
  files: readonly SourceFile[],
  format: PeopleFormat | null,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<PersonReading> {
  for (const { path: file, size } of files) {
    try {
      if (size > largestFile) throw new Error('it is too large')
      const bytes = await readFile(file)
      const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? await inflate(bytes) : bytes)
        .toString('utf8')
        .replace(/^\ufeff/, '')
      const fetched_at = (await stat(file)).mtime.toISOString()
      for await (const { place, value, reason } of valuesIn(file, text)) {
        yield reason === undefined
          ? reading(file, place, value, format, fetched_at)
          : { file, record: place, reason }
      }
      onBytes(size)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      yield { file, record: 'file', reason: `The file cannot be read: ${why}.` }
    }
  }
}

function inflate(bytes: Buffer): Promise<Buffer> {
  return promisify(gunzip)(bytes, { maxOutputLength: 4 * largestFile })
}

type Found = { place: string; value?: unknown; reason?: string }

async function* valuesIn(file: string, text: string): AsyncGenerator<Found> {
  if (/\.(jsonl|ndjson)(\.gz)?$/i.test(file)) yield* linesIn(text)
  else if (/^\s*[[{]/.test(text)) yield* jsonIn(text)
  else yield* yamlIn(text)
}

function* linesIn(text: string): Generator<Found> {
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      yield { place: `line ${at + 1}`, value: JSON.parse(line) }
    } catch {
      yield { place: `line ${at + 1}`, reason: 'The line is not JSON.' }
    }
  }
}

function* jsonIn(text: string): Generator<Found> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    yield { place: 'document', reason: 'The file is not JSON (JSON lines need the ending .jsonl).' }
    return
  }
  const records = peopleIn(document)
  for (const [at, value] of records.entries()) {
    yield { place: records.length > 1 ? `record ${at + 1}` : 'document', value }
  }
}

/**
 * A stream of documents, or one list: each document and each entry of a list is parsed alone, so that a fault in one
 * does not take the rest with it. Dates stay strings whether they are quoted or not (YAML 1.2).
 */
async function* yamlIn(text: string): AsyncGenerator<Found> {
  const { parse } = await import('yaml')
  const parts = text
    .split(/^---(?:[ \t].*)?$/m)
    .flatMap((part) => (/^(\s*(#.*)?\r?\n)*- /.test(part) ? part.split(/^(?=- )/m) : [part]))
  let number = 0
  for (const part of parts) {
    if (/^(\s*(#.*)?\r?\n?)*$/.test(part)) continue
    number += 1
    const place = `record ${number}`
    try {
      const value: unknown = parse(part, { schema: 'core', maxAliasCount: 100, logLevel: 'error' })
      for (const one of Array.isArray(value) ? value : [value]) yield { place, value: one }
    } catch (error) {
      const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      yield { place, reason: `The record is not YAML: ${line.replace(/:$/, '')}.` }
    }
  }
}

function reading(
  file: string,
  place: string,
  value: unknown,
  format: PeopleFormat | null,
  fetched_at: string,
): PersonReading {
  const name = nameOfPerson(value)
  const record = name ? `${place} (${name})` : place
  const known = format ?? detectPeopleFormat(value)
  if (!known) return { file, record, reason: `Its format is not recognised. ${peopleFormatList}` }
  try {
    const person = readPerson(known, value)
    return {
      file,
      record,
      imported: { ...person, source_checked_at: person.source_checked_at ?? fetched_at },
    }
  } catch (error) {
    if (error instanceof UnusableRecord) return { file, record, reason: error.message }
    const why = error instanceof Error ? error.message : String(error)
    return { file, record, reason: `The record could not be understood (${why}).` }
  }
}
