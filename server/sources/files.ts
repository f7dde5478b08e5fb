import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type BillFormat, billFormats, detectFormat, nameOf, readRecord, recordsIn } from './bills/formats.ts'
import { reasonOf, type Reading } from './bills/importedBill.ts'
import { isTextFile, textRecords, textsBesideRecords } from './bills/textsBeside.ts'
import { decodeLine, readTextFile, utf16ToUtf8 } from './fileText.ts'
import { readWithLeftOut } from './leftOut.ts'
import { billVotes } from './votes/billVotes.ts'

/** A file to read. `path` is its path as reports show it, and `size` is its size on disk in bytes. */
export type SourceFile = { path: string; size: number }

const readable = /\.(jsonl|ndjson|json|xml)(\.gz)?$/i
/** A JSON document is parsed as a whole. Larger files must be JSON lines. */
const largestDocument = 512 * 1024 * 1024
/** The longest line of a file of JSON lines. The longest known record, a bill with its texts, has a few megabytes. */
const longestLine = 64 * 1024 * 1024

/** The files to read, and the files of named folders that are left out because nothing reads their form. */
export type SourceList = { files: SourceFile[]; unread: string[] }

/**
 * Lists the files at the given paths: files as they are, and the JSON and XML files of folders and their subfolders,
 * sorted by name. Files of a folder come before its subfolders, because texts are often in a folder below their bills.
 *
 * @param pattern which files of a folder are read
 * @throws an Error with one sentence if a path does not exist
 */
export async function listSources(paths: readonly string[], pattern: RegExp = readable): Promise<SourceList> {
  const list: SourceList = { files: [], unread: [] }
  for (const source of paths) {
    const stats = await stat(source).catch(() => null)
    if (!stats) throw new Error(`There is no file or folder ${source}.`)
    if (!stats.isDirectory()) list.files.push({ path: source, size: stats.size })
    const inside = stats.isDirectory() ? await readdir(source, { recursive: true, withFileTypes: true }) : []
    const names = inside
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)))
    for (const name of names.toSorted(byFolder)) {
      const inner = path.join(source, name)
      // A symbolic link may lead nowhere.
      const size = pattern.test(name) ? await stat(inner).catch(() => null) : null
      if (size?.isFile()) list.files.push({ path: inner, size: size.size })
      else if (!size) list.unread.push(inner)
    }
  }
  return list
}

/** Returns only the files that are read. */
export async function sourceFiles(paths: readonly string[], pattern?: RegExp): Promise<SourceFile[]> {
  return (await listSources(paths, pattern)).files
}

/** Lists the files with records of bills, and the texts beside such records. */
export async function listBillSources(paths: readonly string[]): Promise<SourceList> {
  const { files, unread } = await listSources(paths)
  const beside = textsBesideRecords(unread, new Set(files.map((file) => file.path)))
  const stats = await Promise.all(beside.map((file) => stat(file).catch(() => null)))
  const texts = beside.flatMap((file, index) => {
    const size = stats[index]?.size
    return size === undefined ? [] : [{ path: file, size }]
  })
  const read = new Set(texts.map((text) => text.path))
  return { files: [...files, ...texts], unread: unread.filter((file) => !read.has(file)) }
}

/**
 * Yields every record of the files as a bill, or the reason why it cannot be used. JSON lines are streamed.
 *
 * @param format the format of the records. Null detects it for each record.
 * @param onBytes is called with the number of bytes read since the last call
 */
export async function* billRecords(
  files: readonly SourceFile[],
  format: BillFormat | null,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Reading> {
  const [texts, others] = [files.filter(isText), files.filter((file) => !isText(file))]
  for (const { path: file, size } of others) {
    try {
      if (/\.(jsonl|ndjson)(\.gz)?$/i.test(file)) yield* lineRecords(file, format, onBytes)
      else if (size > largestDocument) {
        yield {
          file,
          record: 'file',
          reason: 'The document is too large to read; write it as JSON lines (.jsonl).',
        }
      } else yield* documentRecords({ path: file, size }, format, onBytes)
    } catch (error) {
      yield {
        file,
        record: 'file',
        reason: `The file cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      }
    }
  }
  // A text is imported after the record of its bill.
  if (format === null || format === 'openstates') yield* textRecords(texts, onBytes)
  else {
    for (const { path: file } of texts) {
      yield { file, record: 'file', reason: `A text beside a record cannot be read as ${format}.` }
    }
  }
}

function isText({ path: file }: SourceFile): boolean {
  return isTextFile(file)
}

function byFolder(a: string, b: string): number {
  const [aParts, bParts] = [a.split(path.sep), b.split(path.sep)]
  const firstDifference = aParts.findIndex((part, depth) => part !== bParts[depth])
  // At the first difference of the two paths, one may continue into a subfolder and the other may be a file.
  const isInSubfolder = (parts: readonly string[]) => parts.length - 1 > firstDifference
  return Number(isInSubfolder(aParts)) - Number(isInSubfolder(bParts)) || (a < b ? -1 : 1)
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
  const countedStream = raw.pipe(counter)
  const inflated = file.toLowerCase().endsWith('.gz') ? countedStream.pipe(createGunzip()) : countedStream
  // The bytes are split into lines as Latin-1, and each line is decoded for itself.
  const decoded = inflated.pipe(utf16ToUtf8())
  const text = decoded.pipe(cutLines(longestLine)).setEncoding('latin1')
  // An error anywhere in the pipeline must end the lines. Otherwise the reader would wait forever.
  const fail = (error: Error) => text.destroy(error)
  raw.on('error', fail)
  decoded.on('error', fail)
  if (inflated !== countedStream) inflated.on('error', fail)
  let broken: Error | null = null
  text.on('error', (error: Error) => {
    broken = error
  })
  let number = 0
  let current = format
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
    number += 1
    const position = `line ${number}`
    if (line.length >= longestLine) {
      yield {
        file,
        record: position,
        reason: `The line is longer than ${longestLine / 1024 / 1024} MB.`,
      }
      continue
    }
    const lineText = decodeLine(line).trim()
    if (lineText === '') continue
    try {
      const value: unknown = JSON.parse(lineText)
      current = format ?? detectFormat(value) ?? current
      yield reading(file, position, value, current)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      yield { file, record: position, reason: 'The line is not JSON.' }
    }
  }
  if (broken) throw broken
}

/**
 * Cuts each line after `most` bytes. Otherwise a line without an end, which a small compressed file can contain, would
 * fill the memory.
 */
function cutLines(most: number): Transform {
  const newline = 0x0a
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (length + chunk.length <= most) {
        const lastNewline = chunk.lastIndexOf(newline)
        length = lastNewline < 0 ? length + chunk.length : chunk.length - lastNewline - 1
        done(null, chunk)
        return
      }
      let at = 0
      while (at < chunk.length) {
        const lineEnd = chunk.indexOf(newline, at)
        const end = lineEnd < 0 ? chunk.length : lineEnd
        this.push(chunk.subarray(at, Math.min(end, at + Math.max(0, most - length))))
        length += end - at
        if (lineEnd >= 0) {
          this.push(chunk.subarray(lineEnd, lineEnd + 1))
          length = 0
        }
        at = end + 1
      }
      done()
    },
  })
}

async function* documentRecords(
  { path: file, size }: SourceFile,
  format: BillFormat | null,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Reading> {
  const text = await readTextFile(file)
  onBytes(size)
  if (isXml(text)) {
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
  for (const [position, value] of records.entries()) {
    yield reading(
      file,
      records.length > 1 ? `record ${position + 1}` : 'document',
      value,
      format ?? detectFormat(value),
    )
  }
}

function isXml(text: string): boolean {
  return /^\s*</.test(text)
}

export const formatList = `The formats are ${billFormats.join(', ')}; name one with --format.`

/** Reads one record as a bill, or reports why it cannot be used. `position` locates it in the file or live source. */
export function reading(file: string, position: string, value: unknown, format: BillFormat | null): Reading {
  const name = nameOf(value)
  const record = name ? `${position} (${name})` : position
  if (typeof value === 'string' && !isXml(value)) {
    return {
      file,
      record,
      reason: 'The record is only text. It is neither a JSON object nor an XML document.',
    }
  }
  if (!format) return { file, record, reason: `Its format is not recognized. ${formatList}` }
  try {
    const { result: imported, leftOut } = readWithLeftOut(() => readRecord(format, value, file))
    const votes = billVotes(format, value, file, record)
    return { file, record, imported, leftOut, ...(votes.length > 0 ? { votes } : {}) }
  } catch (error) {
    return { file, record, reason: reasonOf(error) }
  }
}
