import { CommandError } from '#server/platform/cli/command.ts'
import {
  countSaved,
  emptyReport,
  importInBatches,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { dateIn, isJsonObject, textIn, urlIn, type JsonObject } from '#server/sources/externalJson.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { readWithLeftOut } from '#server/sources/leftOut.ts'
import type { RecordReading } from '#server/sources/recordFiles.ts'

const batchSize = 500

type VacantSeat = {
  organization: string
  division: string
  seat: number
  vacant_from: string | null
  special_election_on: string | null
  note: string | null
  source_url: string | null
}

/**
 * Imports announced vacancies from a JSON list. A vacancy has `organization` and `division` of the seat, or `state` and
 * `district` of a House seat. `seat`, `vacant_from` (or `since`), `special_election_on`, `note` and `source_url` are optional.
 */
export async function importVacancies(db: Pool, file: string, text: string): Promise<ImportReport> {
  const started = performance.now()
  const report = emptyReport()
  await importInBatches(readVacancies(file, text), report, {
    batchSize,
    async save(readings) {
      const rows = readings.map(({ imported }) => imported)
      const counts = countSaved(rows.length, await saveVacancies(db, rows))
      for (const outcome of ['inserted', 'updated', 'unchanged'] as const) report[outcome] += counts[outcome]
    },
    onProgress: () => {},
  })
  report.seconds = secondsSince(started)
  return report
}

function saveVacancies(db: Pool, rows: readonly VacantSeat[]): Promise<{ is_new: boolean }[]> {
  return db<{ is_new: boolean }[]>`
    insert into seat_vacancies as stored (organization, division, seat, vacant_from, special_election_on, note, source_url)
    select * from jsonb_to_recordset(${db.json(rows)}) as r(organization text, division text, seat int,
      vacant_from date, special_election_on date, note text, source_url text)
    on conflict (organization, division, seat) do update set vacant_from = excluded.vacant_from,
      special_election_on = excluded.special_election_on, note = excluded.note, source_url = excluded.source_url
     where (stored.vacant_from, stored.special_election_on, stored.note, stored.source_url) is distinct from
           (excluded.vacant_from, excluded.special_election_on, excluded.note, excluded.source_url)
    returning xmax = 0 as is_new`
}

function* readVacancies(file: string, text: string): Generator<RecordReading<VacantSeat>> {
  const seats = new Set<string>()
  const records = parseRecords(file, text)
  for (const [index, record] of (Array.isArray(records) ? records : [records]).entries()) {
    const place = { file, record: `record ${index + 1}` }
    const { result: vacant, leftOut } = readWithLeftOut(() =>
      isJsonObject(record) ? readSeat(record) : null,
    )
    if (!vacant) {
      yield { ...place, reason: 'The record does not name a seat.' }
      continue
    }
    const key = JSON.stringify([vacant.organization, vacant.division, vacant.seat])
    if (seats.has(key)) yield { ...place, reason: 'An earlier record names the same seat.' }
    else yield { ...place, imported: vacant, leftOut }
    seats.add(key)
  }
}

function parseRecords(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${file} is not JSON.`)
  }
}

function readSeat(record: JsonObject): VacantSeat | null {
  const state = stateDivision(textIn(record['state']))
  const district = textIn(record['district'])
  const chamber = textIn(record['organization'])
  const isHouseSeat = ['', 'us/house'].includes(chamber) && /^\d{1,2}$/.test(district)
  const houseDivision =
    state && isHouseSeat ? `${state}/cd:${Number(district) === 0 ? 'at-large' : Number(district)}` : null
  const division = textIn(record['division']) || houseDivision
  const organization = chamber || (houseDivision ? 'us/house' : '')
  if (!division || organization === '') return null
  return {
    organization,
    division,
    seat: Number(textIn(record['seat'])) || 1,
    vacant_from: dateIn(record['vacant_from']) ?? dateIn(record['since']),
    special_election_on: dateIn(record['special_election_on']),
    note: textIn(record['note']) || null,
    source_url: urlIn(record['source_url']),
  }
}
