import type { IncomingHttpHeaders } from 'node:http'
import { hasTag } from '#server/platform/http/etag.ts'

/** Positions of the first and the last byte, both included. */
type ByteRange = { first: number; last: number }

/** One form of a resource, with the values of `ETag`, `Last-Modified` and `Content-Length`. */
type Representation = { etag: string; bytes: number; lastModified: Date | null }

type SelectedBytes =
  | { status: 200; range: null }
  | { status: 206; range: ByteRange }
  | { status: 304 | 412 | 416; range: null }

/**
 * Decides how a GET or HEAD of a file is answered, by its conditions and its range (RFC 9110, sections 13 and 14). A
 * request for several ranges at once gets the whole file, which the RFC allows.
 */
export function selectBytes(
  method: string,
  headers: IncomingHttpHeaders,
  file: Representation,
): SelectedBytes {
  const failed = failedCondition(headers, file)
  if (failed) return { status: failed, range: null }
  const [, start, end] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range?.trim() ?? '') ?? []
  const whole = { status: 200, range: null } as const
  if (start === undefined || end === undefined || start + end === '') return whole
  if (method !== 'GET' || !isSameFile(headers['if-range'], file)) return whole
  const last = file.bytes - 1
  // An end before the start is not a valid range, so it is ignored.
  if (start !== '' && end !== '' && Number(end) < Number(start)) return whole
  // `bytes=-500` requests the last 500 bytes.
  const range =
    start === ''
      ? { first: Math.max(0, file.bytes - Number(end)), last }
      : { first: Number(start), last: end === '' ? last : Math.min(Number(end), last) }
  return range.first > range.last ? { status: 416, range: null } : { status: 206, range }
}

export function rangeHeaders({ status, range }: SelectedBytes, bytes: number): Record<string, string> {
  const headers = { 'accept-ranges': 'bytes' }
  if (range) return { ...headers, 'content-range': `bytes ${range.first}-${range.last}/${bytes}` }
  return status === 416 ? { ...headers, 'content-range': `bytes */${bytes}` } : headers
}

function failedCondition(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Representation,
): 304 | 412 | null {
  const match = headers['if-match']
  if (match !== undefined) {
    if (!tagsIn(match).some((tag) => tag === etag || tag === '*')) return 412
  } else if (isAfter(lastModified, headers['if-unmodified-since'])) return 412
  return hasTag(headers, etag) ? 304 : null
}

/** Returns true if the bytes that a client already has belong to this file. Weak tags never match. */
function isSameFile(ifRange: string | string[] | undefined, { etag, lastModified }: Representation): boolean {
  if (ifRange === undefined) return true
  const validator = String(ifRange).trim()
  return validator === etag || (lastModified !== null && validator === lastModified.toUTCString())
}

function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim())
}

function isAfter(lastModified: Date | null, date: string | undefined): boolean {
  const limit = date === undefined ? Number.NaN : Date.parse(date)
  // The header has only whole seconds. A date that cannot be read is ignored.
  return lastModified !== null && Math.floor(lastModified.getTime() / 1000) * 1000 > limit
}
