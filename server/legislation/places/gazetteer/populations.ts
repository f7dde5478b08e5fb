import { readFile } from 'node:fs/promises'
import { saveSource } from '#server/legislation/places/queries.ts'
import { isDate } from '#server/platform/cli/commandWords.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { type CsvRecord, csvRecords } from '#server/sources/csv.ts'
import { bundledFolder } from './bundle.ts'

/** How many people lived in a division on the day of a census. */
export type Population = {
  division: string
  as_of: string
  source: string
  residents: number
  adults: number | null
}

/** Reads a row with the columns division, as_of, source, residents and adults. Throws an Error with the reason if it is wrong. */
export function readPopulation(record: CsvRecord): Population {
  const { division = '', as_of = '', source = '' } = record
  if (!/^ocd-division\/country:us(\/[a-z_]+:[^/\s]+)*$/.test(division)) {
    throw new Error(`"${division.slice(0, 80)}" is not a division of the United States.`)
  }
  if (!isDate(as_of)) throw new Error(`"${as_of.slice(0, 20)}" is not a date like 2020-04-01.`)
  if (source === '' || source.length > 200) {
    throw new Error('The source must be named in 1 to 200 characters.')
  }
  const residents = numberIn(record['residents'] ?? '', 'residents')
  const adults = record['adults'] ? numberIn(record['adults'], 'adults') : null
  if (adults !== null && adults > residents) throw new Error('There are more adults than residents.')
  return { division, as_of, source, residents, adults }
}

function numberIn(text: string, column: string): number {
  const plain = text.replaceAll(',', '')
  if (!/^\d{1,9}$/.test(plain)) throw new Error(`"${text.slice(0, 20)}" is not a number of ${column}.`)
  return Number(plain)
}

/** Inserts or updates populations. Each division may occur once for a day. */
export function savePopulations(db: Db, populations: readonly Population[]): Promise<{ is_new: boolean }[]> {
  return db<{ is_new: boolean }[]>`
    insert into division_populations as existing (division, as_of, source, residents, adults)
    select division, as_of, source, residents, adults
      from jsonb_to_recordset(${db.json([...populations])})
        as r (division text, as_of date, source text, residents int, adults int)
    on conflict (division, as_of) do update set
      source = excluded.source, residents = excluded.residents, adults = excluded.adults
     where (existing.source, existing.residents, existing.adults)
           is distinct from (excluded.source, excluded.residents, excluded.adults)
    returning xmax = 0 as is_new`
}

const bundledSource = 'bundled populations'
/** The day of the census of 2020. */
const bundledAsOf = '2020-04-01'

/** Loads the bundled populations of the states, once. */
export async function seedPopulations(pool: Pool): Promise<void> {
  const loaded =
    await pool`select from place_sources where source = ${bundledSource} and as_of >= ${bundledAsOf}`
  if (loaded.length > 0) return
  const text = await readFile(new URL('populations.csv', bundledFolder), 'utf8')
  const populations = [...csvRecords(text)].map(readPopulation)
  await pool.begin(async (db) => {
    await savePopulations(db, populations)
    await saveSource(db, bundledSource, populations.length, bundledAsOf)
  })
}
