import { describe, expect, test } from 'vitest'
import { rangeHeaders, selectBytes } from './byteRange.ts'

const etag = '"abc"'
const lastModified = new Date('2026-03-04T07:00:09.500Z')
const modified = lastModified.toUTCString()
const file = { etag, bytes: 100, lastModified }

const respond = (headers: Record<string, string>, method = 'GET') => {
  const selected = selectBytes(method, headers, file)
  return { status: selected.status, range: rangeHeaders(selected, file.bytes)['content-range'] ?? null }
}

describe('the bytes that a request selects', () => {
  test.each([
    ['bytes=0-0', 206, 'bytes 0-0/100'],
    ['bytes=40-', 206, 'bytes 40-99/100'],
    ['bytes=40-59', 206, 'bytes 40-59/100'],
    ['bytes=40-5000', 206, 'bytes 40-99/100'],
    ['bytes=-30', 206, 'bytes 70-99/100'],
    ['bytes=-5000', 206, 'bytes 0-99/100'],
    ['BYTES=99-', 206, 'bytes 99-99/100'],
    ['bytes=100-', 416, 'bytes */100'],
    ['bytes=-0', 416, 'bytes */100'],
    ['bytes=9999999999999999999999-', 416, 'bytes */100'],
    // These headers are ignored, because they are invalid, have another unit or request several parts.
    ['bytes=60-40', 200, null],
    ['bytes=-', 200, null],
    ['bytes=a-b', 200, null],
    ['bytes', 200, null],
    ['lines=1-2', 200, null],
    ['bytes=0-1,4-5', 200, null],
  ])('Range: %s is answered with %i', (range, status, contentRange) => {
    expect(respond({ range })).toEqual({ status, range: contentRange })
    expect(respond({ range }, 'HEAD')).toEqual({ status: 200, range: null })
  })

  test.each([
    [etag, 206],
    [modified, 206],
    ['"other"', 200],
    [`W/${etag}`, 200],
    ['Wed, 04 Mar 2026 07:00:08 GMT', 200],
    ['yesterday', 200],
  ])('If-Range: %s is answered with %i', (validator, status) => {
    expect(respond({ range: 'bytes=40-', 'if-range': validator }).status).toBe(status)
    expect(respond({ 'if-range': validator }).status).toBe(200)
  })

  test.each([
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"x", W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"' }, 206],
    [{ 'if-match': etag }, 206],
    [{ 'if-match': '*' }, 206],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-match': '"x"', 'if-none-match': etag }, 412],
    [{ 'if-unmodified-since': modified }, 206],
    [{ 'if-unmodified-since': 'Wed, 04 Mar 2026 07:00:08 GMT' }, 412],
    [{ 'if-unmodified-since': 'soon' }, 206],
    [{ 'if-unmodified-since': 'Wed, 04 Mar 2026 07:00:08 GMT', 'if-match': etag }, 206],
  ])('a range with %o is answered with %i', (headers, status) => {
    expect(respond({ range: 'bytes=40-', ...headers }).status).toBe(status)
  })
})
