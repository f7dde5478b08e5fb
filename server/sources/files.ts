import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import { nameOf, readRecord, detectFormat, recordsIn, type BillFormat } from './bills/formats.ts'
import { billFormats } from './bills/formats.ts'
import { UnusableRecord, type Reading } from './bills/importedBill.ts'

/** A file to read, as its path is told to people, and its size on disk in bytes. */
export type SourceFile = { path: string; size: number }

const readable = /\.(jsonl|ndjson|json|xml)(\.gz)?$/i
/** A JSON document is parsed whole; one larger than this belongs into JSON lines. */
const largestDocument = 512 * 1024 * 1024

/**
 * The files among the given paths: a file as it is, a folder with all that is JSON or XML in it, however deep, by name,
 * the files of a folder before its subfolders: texts often lie in one below their bills.
 * @param pattern what is taken of a folder, by name
 * @throws an Error with one sentence when a path does not exist
 */
export async function sourceFiles(
  paths: readonly string[],
  pattern: RegExp = readable,
): Promise<SourceFile[]> {
  const found: SourceFile[] = []
  for (const given of paths) {
    const seen = await stat(given).catch(() => null)
    if (!seen) throw new Error(`There is no file or folder ${given}.`)
    if (!seen.isDirectory()) found.push({ path: given, size: seen.size })
    for (const name of seen.isDirectory()
      ? (await readdir(given, { recursive: true })).toSorted(byFolder)
      : []) {
      const inside = path.join(given, name)
      const size = pattern.test(name) ? await stat(inside) : null
      if (size?.isFile()) found.push({ path: inside, size: size.size })
    }
  }
  return found
}

/**
 * Every record of the files as a bill, or why it is none. JSON lines are read line by line and never held whole.
 * @param format what the records are; null: recognised from each
 * @param onBytes told how many more bytes of the files were read
 */
export async function* billRecords(
  files: readonly SourceFile[],
  format: BillFormat | null,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Reading> {
  for (const { path: file, size } of files) {
    try {
      if (/\.(jsonl|ndjson)(\.gz)?$/i.test(file)) yield* lineRecords(file, format, onBytes)
      else if (size > largestDocument) {
        yield {
          file,
          record: 'file',
          reason: 'The document is too large to be held; write it as JSON lines (.jsonl).',
        }
      } else yield* documentRecords(file, format, onBytes)
    } catch (error) {
      yield {
        file,
        record: 'file',
        reason: `The file cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      }
    }
  }
}

function byFolder(one: string, other: string): number {
  const [ones, others] = [one.split(path.sep), other.split(path.sep)]
  const differ = ones.findIndex((part, depth) => part !== others[depth])
  const depths = Number(ones.length - 1 > differ) - Number(others.length - 1 > differ)
  return depths || (one < other ? -1 : 1)
}

async function* lineRecords(
  file: string,
  format: BillFormat | null,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Reading> {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  const raw = createReadStream(file)
  const counted = raw.pipe(counter)
  const text = file.toLowerCase().endsWith('.gz') ? counted.pipe(createGunzip()) : counted
  // An error anywhere in the chain must end the lines, or the reader would wait for ever.
  const fail = (error: Error) => text.destroy(error)
  raw.on('error', fail)
  let broken: Error | null = null
  text.on('error', (error: Error) => {
    broken = error
  })
  let number = 0
  let known = format
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
    number += 1
    const written = line.replace(/^\ufeff/, '').trim()
    if (written === '') continue
    const place = `line ${number}`
    try {
      const value: unknown = JSON.parse(written)
      known = format ?? detectFormat(value) ?? known
      yield reading(file, place, value, known)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      yield { file, record: place, reason: 'The line is not JSON.' }
    }
  }
  if (broken) throw broken
}

async function* documentRecords(
  file: string,
  format: BillFormat | null,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Reading> {
  const bytes = await readFile(file)
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? await promisify(gunzip)(bytes) : bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  onBytes(bytes.length)
  if (/^\s*</.test(text)) {
    yield reading(file, 'document', text, format ?? detectFormat(text))
    return
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    yield {
      file,
      record: 'document',
      reason: `The file is neither XML nor JSON (JSON lines need the ending .jsonl). ${formatList}`,
    }
    return
  }
  const records = recordsIn(document)
  for (const [place, value] of records.entries()) {
    yield reading(
      file,
      records.length > 1 ? `record ${place + 1}` : 'document',
      value,
      format ?? detectFormat(value),
    )
  }
}

export const formatList = `The formats are ${billFormats.join(', ')}; name one with --format.`

/** One record as a bill, or why it is none; `place` says where in the file, or in a live source, it stood. */
export function reading(file: string, place: string, value: unknown, format: BillFormat | null): Reading {
  const name = nameOf(value)
  const record = name ? `${place} (${name})` : place
  if (!format) return { file, record, reason: `Its format is not recognised. ${formatList}` }
  try {
    return { file, record, imported: readRecord(format, value, file) }
  } catch (error) {
    if (error instanceof UnusableRecord) return { file, record, reason: error.message }
    // A record that no rule foresaw must not stop the rest either.
    return {
      file,
      record,
      reason: `The record could not be understood (${error instanceof Error ? error.message : String(error)}).`,
    }
  }
}
