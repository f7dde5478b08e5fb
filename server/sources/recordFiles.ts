import { reasonOf } from './bills/importedBill.ts'
import { isJsonObject, type JsonObject } from './externalJson.ts'
import { readTextFile } from './fileText.ts'
import { readWithLeftOut, type LeftOut } from './leftOut.ts'

/** A value of a file with its position, or the reason why it cannot be read. */
export type FileRecord = { position: string; value: unknown } | { position: string; reason: string }

/** Yields the records of a JSON, JSON lines or YAML file, compressed or not. A broken line does not stop the others. */
export async function* recordsInFile(file: string): AsyncGenerator<FileRecord> {
  let text: string
  try {
    text = await readTextFile(file)
  } catch (error) {
    yield { position: 'file', reason: `The file cannot be read: ${messageOf(error)}.` }
    return
  }
  if (/\.(jsonl|ndjson)(\.gz)?$/i.test(file)) yield* linesIn(text)
  else yield* documentIn(text)
}

/** Yields the records of JSON lines. A broken line does not stop the others. */
export function* linesIn(text: string): Generator<FileRecord> {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const position = `line ${index + 1}`
    try {
      yield { position, value: JSON.parse(line) }
    } catch {
      yield { position, reason: 'The line is not JSON.' }
    }
  }
}

async function* documentIn(text: string): AsyncGenerator<FileRecord> {
  let document: unknown
  try {
    document = /^\s*[[{]/.test(text) ? JSON.parse(text) : await parseYaml(text)
  } catch {
    yield {
      position: 'document',
      reason: 'The file is neither JSON nor YAML (JSON lines need the ending .jsonl).',
    }
    return
  }
  const records: unknown[] = Array.isArray(document) ? document : [document]
  for (const [index, value] of records.entries()) {
    yield { position: records.length > 1 ? `record ${index + 1}` : 'document', value }
  }
}

async function parseYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml')
  return parse(text, { maxAliasCount: 0 })
}

/** Returns the result of `read`, or the reason why the record cannot be used. */
export function attempt<Result>(read: () => Result): { result: Result } | { reason: string } {
  try {
    return { result: read() }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

/** A record of a file with its imported form, or with the reason why it cannot be used. */
export type RecordReading<Imported> = { file: string; record: string } & (
  | { imported: Imported; leftOut?: LeftOut }
  | { reason: string }
)

/** Returns the reason for a record of another format than the named one. */
export function notInFormat(format: string): string {
  return `The record is not in the ${format} format.`
}

type RecordFormats<Format> = {
  /** The format that the operator names. Null accepts every format, and a name only records of this format. */
  named: Format | null
  /** Returns the format of a record. Null if it has none of those that `formatList` names. */
  detectFormat: (value: JsonObject) => Format | null
  formatList: string
  /** Returns the name by which a report identifies the record, or an empty text. */
  nameOf: (value: JsonObject) => string
}

/** Reads one record of a file, which may contain several items. */
export function* readRecord<Format extends string, Imported>(
  file: string,
  entry: FileRecord,
  { named, detectFormat, formatList, nameOf }: RecordFormats<Format>,
  read: (format: Format, value: JsonObject) => readonly Imported[],
): Generator<RecordReading<Imported>> {
  const { position } = entry
  if ('reason' in entry) {
    yield { file, record: position, reason: entry.reason }
    return
  }
  const { value } = entry
  if (!isJsonObject(value)) {
    yield { file, record: position, reason: 'The record is not an object.' }
    return
  }
  const name = nameOf(value)
  const record = name ? `${position} (${name})` : position
  const format = detectFormat(value)
  if (named !== null && named !== format) {
    yield { file, record, reason: notInFormat(named) }
    return
  }
  if (format === null) {
    yield { file, record, reason: `Its format is not recognized. ${formatList}` }
    return
  }
  const outcome = attempt(() => readWithLeftOut(() => read(format, value)))
  if ('reason' in outcome) {
    yield { file, record, reason: outcome.reason }
    return
  }
  const { result, leftOut } = outcome.result
  // What was left out of a record with several items counts once.
  for (const [index, imported] of result.entries()) {
    yield index === 0 ? { file, record, imported, leftOut } : { file, record, imported }
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
