import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import { nameKey } from '../names.ts'
import type { Division } from './divisionRecords.ts'
import type { ZipCode } from './zipRecords.ts'

/*
 * The tables that come with Hurd, in our own form: one line a record, fields between tabs, lists between bars, and the
 * part that all ids share left out.
 */

export const prefix = 'ocd-division/country:us'

export const bundledFolder = new URL('../../../db/seed/places/', import.meta.url)
export const bundledFiles = { divisions: 'divisions.tsv.gz', zipCodes: 'zip-codes.tsv.gz' }

/** The day on which the bundled tables were taken from their sources. */
export const bundledAsOf = '2026-11-20'

export function packDivisions(divisions: readonly Division[]): Buffer {
  return pack(
    divisions.map((one) => [
      one.division.slice(prefix.length),
      one.kind,
      one.name,
      one.geoid ?? '',
      one.keys.join('|'),
      one.counties.map((county) => county.slice(prefix.length)).join('|'),
      one.valid_from ?? '',
      one.valid_to ?? '',
    ]),
  )
}

export function packZipCodes(zips: readonly ZipCode[]): Buffer {
  return pack(
    zips.map((one) => [
      one.zip,
      one.city,
      one.states.join('|'),
      one.congressional_districts.map((id) => id.slice(prefix.length)).join('|'),
      one.counties.map((id) => id.slice(prefix.length)).join('|'),
      nameKey(one.city),
      one.is_area ? 't' : 'f',
    ]),
  )
}

function pack(rows: string[][]): Buffer {
  const lines = rows.map((row) => `${row.map((field) => field.replaceAll('\\', '\\\\')).join('\t')}\n`)
  return gzipSync(lines.join(''), { level: 9 })
}

/** The lines of a bundled table, as COPY reads them; unpacked piece by piece, so that it is never held whole. */
export function bundledLines(name: string): Readable {
  return createReadStream(new URL(name, bundledFolder)).pipe(createGunzip())
}
