import { stat } from 'node:fs/promises'
import { reasonOf } from '#server/sources/bills/importedBill.ts'
import type { SourceFile } from '#server/sources/files.ts'
import { readTextFile } from '#server/sources/fileText.ts'
import { readWithLeftOut } from '#server/sources/leftOut.ts'
import { linesIn, messageOf } from '#server/sources/recordFiles.ts'
import type { PersonReading } from './importedPerson.ts'
import {
  nameOfPerson,
  peopleFormats,
  peopleIn,
  readPerson,
  detectPeopleFormat,
  type PeopleFormat,
} from './peopleFormats.ts'

/** The files of a folder that may contain people. */
export const peopleFilePattern = /\.(ya?ml|jsonl|ndjson|json)(\.gz)?$/i

export const peopleFormatList = `The formats are ${peopleFormats.join(', ')}; name one with --format.`

/**
 * Yields every record of the files as a person, or the reason why it cannot be used. A broken YAML document or line
 * does not stop the others.
 *
 * @param format the format of the records. Null detects it for each record.
 * @param onBytes is called with the number of bytes read since the last call
 */
export async function* peopleRecords(
  files: readonly SourceFile[],
  format: PeopleFormat | null,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<PersonReading> {
  for (const { path: file, size } of files) {
    try {
      const text = await readTextFile(file)
      const fetched_at = (await stat(file)).mtime.toISOString()
      for await (const { position, value, reason } of valuesIn(file, text)) {
        yield reason === undefined
          ? reading(file, position, value, format, fetched_at)
          : { file, record: position, reason }
      }
      onBytes(size)
    } catch (error) {
      yield { file, record: 'file', reason: `The file cannot be read: ${messageOf(error)}.` }
    }
  }
}

type Candidate = { position: string; value?: unknown; reason?: string }

async function* valuesIn(file: string, text: string): AsyncGenerator<Candidate> {
  if (/\.(jsonl|ndjson)(\.gz)?$/i.test(file)) yield* linesIn(text)
  else if (/^\s*[[{]/.test(text)) yield* jsonIn(text)
  else yield* yamlIn(text)
}

function* jsonIn(text: string): Generator<Candidate> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    yield { position: 'document', reason: 'The file is not JSON (JSON lines need the ending .jsonl).' }
    return
  }
  const records = peopleIn(document)
  for (const [index, value] of records.entries()) {
    yield { position: records.length > 1 ? `record ${index + 1}` : 'document', value }
  }
}

/**
 * Reads a stream of YAML documents or one list. Each document and each entry of a list is parsed separately so that a
 * broken one does not affect the rest. Dates stay strings, quoted or not (YAML 1.2).
 */
async function* yamlIn(text: string): AsyncGenerator<Candidate> {
  const { parse } = await import('yaml')
  const parts = text
    .split(/^---(?:[ \t].*)?$/m)
    .flatMap((part) => (/^(?:[ \t]*(?:#.*)?\r?\n)*- /.test(part) ? part.split(/^(?=- )/m) : [part]))
  let number = 0
  for (const part of parts) {
    if (part.split('\n').every((line) => /^\s*(?:#|$)/.test(line))) continue
    number += 1
    const position = `record ${number}`
    try {
      const value: unknown = parse(part, { schema: 'core', maxAliasCount: 100, logLevel: 'error' })
      for (const entry of Array.isArray(value) ? value : [value]) yield { position, value: entry }
    } catch (error) {
      const [line = ''] = messageOf(error).split('\n')
      yield { position, reason: `The record is not YAML: ${line.replace(/:$/, '')}.` }
    }
  }
}

function reading(
  file: string,
  position: string,
  value: unknown,
  format: PeopleFormat | null,
  fetched_at: string,
): PersonReading {
  const name = nameOfPerson(value)
  const record = name ? `${position} (${name})` : position
  const detected = format ?? detectPeopleFormat(value)
  if (!detected) return { file, record, reason: `Its format is not recognized. ${peopleFormatList}` }
  try {
    const { result: person, leftOut } = readWithLeftOut(() => readPerson(detected, value))
    return {
      file,
      record,
      leftOut,
      imported: { ...person, source_checked_at: person.source_checked_at ?? fetched_at },
    }
  } catch (error) {
    return { file, record, reason: reasonOf(error) }
  }
}
