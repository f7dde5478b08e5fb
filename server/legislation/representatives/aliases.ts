import { normalizedName } from '#server/legislation/roster/personName.ts'
import {
  emptyReport,
  refuseRecord,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { csvRecords } from '#server/sources/csv.ts'
import { termDateIn } from '#server/sources/externalJson.ts'
import { relinkPeople, type RelinkCounts } from './relink.ts'

/**
 * Imports aliases of people, which are names that no rule matches, from a CSV table with the columns organization, name,
 * person, from, to. The records that name people are then linked again right away.
 */
export async function importAliases(
  db: Pool,
  file: string,
  table: string,
): Promise<ImportReport & RelinkCounts> {
  const started = performance.now()
  const report = { ...emptyReport(), linked: 0, linked_sponsors: 0, linked_members: 0 }
  const organizations = new Set<string>()
  await db.begin(async (transaction) => {
    for (const [index, row] of [...csvRecords(table)].entries()) {
      const record = `line ${index + 2}`
      const { organization = '', name = '', person = '', from = '', to = '' } = row
      if (!organization || !normalizedName(name) || !person) {
        refuseRecord(report, { file, record }, 'The line needs an organization, a name and a person.')
        continue
      }
      if (![from, to].every((day) => day === '' || isTermDate(day))) {
        refuseRecord(report, { file, record }, 'A date is not possible, or not written YYYY-MM-DD.')
        continue
      }
      // oxlint-disable-next-line no-await-in-loop -- the table is short, and each line is refused on its own
      const rows = await transaction<{ is_new: boolean | null }[]>`
        with person as (select rep_id from representatives where rep_id = ${person}),
             saved as (
               insert into voter_aliases as a (organization, name_key, rep_id, valid_from, valid_to)
               select ${organization}, ${normalizedName(name)}, rep_id, nullif(${from}, '')::date, nullif(${to}, '')::date
                 from person
               on conflict (organization, name_key, valid_from) do update set rep_id = excluded.rep_id, valid_to = excluded.valid_to
                where (a.rep_id, a.valid_to) is distinct from (excluded.rep_id, excluded.valid_to)
               returning xmax = 0 as is_new)
        select saved.is_new from person left join saved on true`
      const [first] = rows
      if (!first) refuseRecord(report, { file, record }, `There is no representative ${person}.`)
      else if (first.is_new === null) report.unchanged += 1
      else report[first.is_new ? 'inserted' : 'updated'] += 1
      organizations.add(organization)
    }
  })
  Object.assign(report, await relinkPeople(db, organizations))
  report.seconds = secondsSince(started)
  return report
}

function isTermDate(day: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day) && termDateIn(day) !== null
}
