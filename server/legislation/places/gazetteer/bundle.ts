import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import { nameKey } from '#server/legislation/places/names.ts'
import type { Division } from './divisionRecords.ts'
import type { ZipCode } from './zipRecords.ts'

/*
 * The bundled tables use a compact format: one line per record, fields separated by tabs, lists separated by bars, and
 * ids without their common prefix.
 */

export const prefix = 'ocd-division/country:us'

export const bundledFolder = new URL('../../../../db/seed/places/', import.meta.url)
export const bundledFiles = { divisions: 'divisions.tsv.gz', zipCodes: 'zip-codes.tsv.gz' }

/** The date on which the bundled tables were downloaded from their sources. */
export const bundledAsOf = '2026-11-20'

export function packDivisions(divisions: readonly Division[]): Buffer {
  return pack(
    divisions.map((division) => [
      division.division.slice(prefix.length),
      division.kind,
      division.name,
      division.geoid ?? '',
      division.keys.join('|'),
      division.counties.map((county) => county.slice(prefix.length)).join('|'),
      division.valid_from ?? '',
      division.valid_to ?? '',
    ]),
  )
}

export function packZipCodes(zips: readonly ZipCode[]): Buffer {
  return pack(
    zips.map((zip) => [
      zip.zip,
      zip.city,
      zip.states.join('|'),
      zip.congressional_districts.map((id) => id.slice(prefix.length)).join('|'),
      zip.counties.map((id) => id.slice(prefix.length)).join('|'),
      nameKey(zip.city),
      zip.is_area ? 't' : 'f',
    ]),
  )
}

function pack(rows: string[][]): Buffer {
  const lines = rows.map((row) => `${row.map((field) => field.replaceAll('\\', '\\\\')).join('\t')}\n`)
  return gzipSync(lines.join(''), { level: 9 })
}

/** Streams the lines of a bundled table in COPY format so that the table is never completely in memory. */
export function bundledLines(name: string): Readable {
  return createReadStream(new URL(name, bundledFolder)).pipe(createGunzip())
}
