import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { fromWindows1252 } from './characters.ts'

/** The largest file in bytes that is read as a whole. Larger files must be JSON lines of bills. */
const largestFile = 512 * 1024 * 1024

/**
 * Reads a text file, compressed or not.
 *
 * @throws an Error with the reason if the file is too large or its encoding is not known
 */
export async function readTextFile(file: string): Promise<string> {
  const bytes = await readFile(file)
  if (bytes.length > largestFile) throw new Error('it is too large')
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  return decodeBytes(isZipped ? await promisify(gunzip)(bytes, { maxOutputLength: 2 * largestFile }) : bytes)
}

/**
 * Returns the text of a file, a page or a response without its byte-order mark. Valid UTF-8 is read as UTF-8 whatever the
 * document declares, because some legislatures declare windows-1252 and send UTF-8. Otherwise the byte-order mark or the
 * XML declaration names the encoding, and text without either is Windows-1252.
 *
 * @throws an Error with the reason if the XML declares an encoding that is not known
 */
export function decodeBytes(bytes: Buffer): string {
  const utf16 = bytes.length > 1 ? utf16Label(bytes) : null
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  if (isUtf8(bytes)) return withoutMark(bytes.toString('utf8'))
  const declared = declaredEncoding(bytes)
  if (declared !== null && !/^(utf-?8|utf-?16|us-ascii|iso-8859-1|latin1|windows-1252)$/i.test(declared)) {
    return decodeDeclared(bytes, declared)
  }
  return bytes.toString('latin1').split('\n').map(decodeLine).join('\n')
}

/**
 * Decodes a line whose bytes were read as Latin-1. Each line is decoded for itself, because a file may be assembled from
 * records in UTF-8 and records in Windows-1252.
 */
export function decodeLine(line: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII needs no decoding
  if (/^[\u0000-\u007f]*$/.test(line)) return line
  const bytes = Buffer.from(line, 'latin1')
  if (isUtf8(bytes)) return withoutMark(bytes.toString('utf8'))
  // Some programs put the mark of UTF-8 before any text.
  return line.replace(/^(?:ï»¿)+/, '').replace(/[\u0080-\u009f]/g, fromWindows1252)
}

/** Returns a stream that converts UTF-16 to UTF-8. Any other encoding passes unchanged. */
export function utf16ToUtf8(): Transform {
  let decoder: TextDecoder | null | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (decoder === undefined) {
        const label = chunk.length > 1 ? utf16Label(chunk) : null
        decoder = label ? new TextDecoder(label) : null
      }
      done(null, decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk)
    },
  })
}

/** Returns the byte order of UTF-16, from its mark or from the zero bytes of its first letters. */
function utf16Label([first = 0, second = 0]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const isLittle = (first === 0xff && second === 0xfe) || (first > 0 && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second > 0)
  return isLittle ? 'utf-16le' : isBig ? 'utf-16be' : null
}

function declaredEncoding(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 200)
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? null
}

function decodeDeclared(bytes: Buffer, label: string): string {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(label)
  } catch {
    throw new Error(`its XML declares the encoding "${label}", which is not known`)
  }
  return decoder.decode(bytes)
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff+/, '')
}
