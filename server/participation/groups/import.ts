import * as z from 'zod/mini'
import { governmentLevels } from '#contract/bills/billContent.ts'
import { groupTypes } from '#contract/groups.ts'
import { groupName, selectPlaceNames } from '#server/legislation/places/groups/groupName.ts'
import { CommandError } from '#server/platform/cli/command.ts'
import {
  countSaved,
  emptyReport,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { readTextFile } from '#server/sources/fileText.ts'

/** A group lists the residents of its jurisdiction, so a group for a district would reveal in which district they live. */
const isDistrict = /\/(cd|sldu|sldl|ward|council_district):/

const division = /^ocd-division\/country:us(\/[a-z_]+:[\p{L}\p{N}_~.-]+)*$/u

/**
 * A group in an import file. `group_id` is a UUID or any other string. Its default is the jurisdiction, as for groups
 * that are created automatically. Name, level and type have the defaults of the jurisdiction.
 */
const ImportedGroup = z.object({
  group_id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  group_name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  description: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
  jurisdiction: z.string().check(z.regex(division)),
  government_level: z.optional(z.enum(governmentLevels)),
  group_type: z.optional(z.enum(groupTypes)),
})
type ImportedGroup = z.infer<typeof ImportedGroup>

const maxReasons = 5

/** Inserts or updates groups by id. One invalid record rejects the whole file. The error lists the reasons. */
export async function importGroups(db: Pool, file: string): Promise<ImportReport> {
  const started = performance.now()
  const groups = await readGroups(file)
  return db.begin(async (transaction) => {
    // The transaction collects the residents of a new group, so no member may join, move or deactivate until it ends. Another import
    // waits for this one.
    await transaction`lock table users, member_divisions in share row exclusive mode`
    const rows = await withDefaults(transaction, groups)
    const untyped = rows.filter((row) => row.group_type === null)
    if (untyped.length > 0) {
      refuseFile(
        untyped.map(
          (row) =>
            `Record ${row.record}: group_type is required, because the jurisdiction does not determine it.`,
        ),
      )
    }
    const outcomes = await saveGroups(transaction, rows)
    return { ...emptyReport(), ...outcomes, seconds: secondsSince(started) }
  })
}

async function readGroups(file: string): Promise<ImportedGroup[]> {
  const text = await readTextFile(file).catch(() => {
    throw new CommandError(`Cannot read the file ${file}.`)
  })
  const records = recordsOf(text)
  if (records.length === 0) throw new CommandError('The file contains no groups.')
  const reasons: string[] = []
  const groups: ImportedGroup[] = []
  const seen = new Map<string, number>()
  for (const [at, record] of records.entries()) {
    const read = ImportedGroup.safeParse(record)
    if (!read.success) {
      const field = String(read.error.issues[0]?.path[0] ?? '')
      reasons.push(`Record ${at + 1}: ${field ? `${field} is missing or invalid` : 'not a group'}.`)
      continue
    }
    const name = idOf(read.data)
    const earlier = seen.get(name)
    if (earlier !== undefined) reasons.push(`Record ${at + 1}: same id as record ${earlier}.`)
    seen.set(name, at + 1)
    if (isDistrict.test(read.data.jurisdiction)) {
      reasons.push(`Record ${at + 1}: the jurisdiction is a district. A group would reveal who lives in it.`)
    }
    groups.push(read.data)
  }
  if (reasons.length > 0) refuseFile(reasons)
  return groups
}

/** Accepts a JSON array, an object with `groups`, or one JSON object per line. */
function recordsOf(text: string): unknown[] {
  const whole = parse(text)
  if (Array.isArray(whole)) return whole
  if (typeof whole === 'object' && whole !== null) {
    const groups: unknown = Reflect.get(whole, 'groups')
    return Array.isArray(groups) ? groups : [whole]
  }
  return text
    .split('\n')
    .flatMap((line, at) =>
      line.trim() === '' ? [] : [parse(line) ?? refuseFile([`Line ${at + 1}: not JSON.`])],
    )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function idOf(group: ImportedGroup): string {
  return (group.group_id ?? group.jurisdiction).toLowerCase()
}

function refuseFile(reasons: string[]): never {
  const more = reasons.length - maxReasons
  throw new CommandError(
    `Nothing was imported. ${reasons.slice(0, maxReasons).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
  )
}

type Row = Omit<Required<ImportedGroup>, 'group_type' | 'government_level'> & {
  record: number
  group_type: string | null
  government_level: string | null
}

/** Adds the defaults of ids, names, types and levels. `record` is the position in the file. */
async function withDefaults(db: Db, groups: ImportedGroup[]): Promise<Row[]> {
  const placeNames = await selectPlaceNames(
    db,
    groups.map(({ jurisdiction }) => jurisdiction),
  )
  const records = groups.map((group, at) => ({
    ...group,
    record: at + 1,
    name: idOf(group),
    group_name: groupName(group.jurisdiction, placeNames.get(group.jurisdiction) ?? null, group.group_name),
  }))
  return db<Row[]>`
    select record, case when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then name::uuid
                    else group_id_of(coalesce(group_id, jurisdiction)) end as group_id,
           group_name, description, jurisdiction, type as group_type,
           coalesce(government_level, case type when 'country' then 'federal' when 'state' then 'state'
                                                when null then null else 'local' end) as government_level
      from (select *, coalesce(group_type, division_group_type(jurisdiction)) as type
              from jsonb_to_recordset(${db.json(records)}) as g(
                record int, name text, group_id text, group_name text, description text, jurisdiction text,
                government_level text, group_type text)) g
     order by record`
}

async function saveGroups(
  db: Db,
  rows: Row[],
): Promise<Pick<ImportReport, 'inserted' | 'updated' | 'unchanged'>> {
  const savedRows = await db<{ group_id: string; is_new: boolean }[]>`
    insert into groups as existing (group_id, group_name, description, government_level, group_type, jurisdiction)
    select group_id, group_name, description, government_level, group_type, jurisdiction
      from jsonb_to_recordset(${db.json(rows)}) as g(
        group_id uuid, group_name text, description text, government_level text, group_type text, jurisdiction text)
     order by group_id
    on conflict (group_id) do update set
      group_name = excluded.group_name, description = excluded.description,
      government_level = excluded.government_level, group_type = excluded.group_type,
      jurisdiction = excluded.jurisdiction
    where (existing.group_name, existing.description, existing.government_level, existing.group_type,
           existing.jurisdiction)
       <> (excluded.group_name, excluded.description, excluded.government_level, excluded.group_type,
           excluded.jurisdiction)
    returning group_id, xmax = 0 as is_new`
  await db`select update_group_residents(${savedRows.map(({ group_id }) => group_id)}::uuid[])`
  return countSaved(rows.length, savedRows)
}
