import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { governmentLevels } from '../../contract/billContent.ts'
import { groupTypes } from '../../contract/groups.ts'
import { CommandError } from '../cli/command.ts'
import { countSaved, emptyReport, secondsSince, type ImportReport } from '../cli/importReport.ts'
import type { Db, Pool } from '../postgres/db.ts'

/** Whoever lives in a group's jurisdiction is among its listed members, and nobody's district is told (R29). */
const isDistrict = /\/(cd|sldu|sldl|ward):/

const division = /^ocd-division\/country:us(\/[a-z_]+:[\p{L}\p{N}_~.-]+)*$/u

/**
 * One group of a file. `group_id` is a UUID or any other word of one's own; without one the jurisdiction is the id, which
 * is also the id of a group that made itself. Level and type follow from the jurisdiction where they are not said.
 */
const ImportedGroup = z.object({
  group_id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  group_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  description: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
  jurisdiction: z.string().check(z.regex(division)),
  government_level: z.optional(z.enum(governmentLevels)),
  group_type: z.optional(z.enum(groupTypes)),
})
type ImportedGroup = z.infer<typeof ImportedGroup>

const mostTold = 5

/**
 * Takes groups in, inserted or updated by their id. One record that cannot be used refuses the whole file, with every
 * reason: nothing of it is then taken.
 */
export async function importGroups(db: Pool, file: string): Promise<ImportReport> {
  const started = performance.now()
  const groups = await readGroups(file)
  return db.begin(async (transaction) => {
    // A group finds its residents when it comes: nobody may come, move or rest in the middle of that.
    await transaction`lock table users, member_divisions in share mode`
    const rows = await completed(transaction, groups)
    const untold = rows.filter((row) => row.group_type === null)
    if (untold.length > 0) {
      refuseFile(
        untold.map((row) => `Record ${row.at}: its jurisdiction tells no group_type, so it must be said.`),
      )
    }
    const taken = await takeIn(transaction, rows)
    return { ...emptyReport(), ...taken, seconds: secondsSince(started) }
  })
}

async function readGroups(file: string): Promise<ImportedGroup[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`The file ${file} cannot be read.`)
  })
  const records = recordsOf(text)
  if (records.length === 0) throw new CommandError('There is no group in the file.')
  const reasons: string[] = []
  const groups: ImportedGroup[] = []
  const seen = new Map<string, number>()
  for (const [at, record] of records.entries()) {
    const read = ImportedGroup.safeParse(record)
    if (!read.success) {
      const field = String(read.error.issues[0]?.path[0] ?? '')
      reasons.push(`Record ${at + 1}: ${field ? `its ${field} is missing or wrong` : 'it is no group'}.`)
      continue
    }
    const name = idOf(read.data)
    const earlier = seen.get(name)
    if (earlier !== undefined) reasons.push(`Record ${at + 1}: it has the id of record ${earlier}.`)
    seen.set(name, at + 1)
    if (isDistrict.test(read.data.jurisdiction)) {
      reasons.push(
        `Record ${at + 1}: its jurisdiction is a district, and nobody is to be told who lives in it.`,
      )
    }
    groups.push(read.data)
  }
  if (reasons.length > 0) refuseFile(reasons)
  return groups
}

/** A JSON array, an object with `groups`, or one JSON object a line. */
function recordsOf(text: string): unknown[] {
  const whole = parse(text)
  if (Array.isArray(whole)) return whole
  if (typeof whole === 'object' && whole !== null) {
    const groups: unknown = Reflect.get(whole, 'groups')
    return Array.isArray(groups) ? groups : [whole]
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, at) => {
    return parse(line) ?? refuseFile([`Line ${at + 1}: it is no JSON.`])
  })
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
  const more = reasons.length - mostTold
  throw new CommandError(
    `Nothing was imported. ${reasons.slice(0, mostTold).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
  )
}

type Row = Omit<Required<ImportedGroup>, 'group_type' | 'government_level'> & {
  at: number
  group_type: string | null
  government_level: string | null
}

function completed(db: Db, groups: ImportedGroup[]): Promise<Row[]> {
  const given = groups.map((group, at) => ({ ...group, at: at + 1, name: idOf(group) }))
  return db<Row[]>`
    select at, case when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then name::uuid
                    else group_id_of(coalesce(group_id, jurisdiction)) end as group_id,
           group_name, description, jurisdiction, type as group_type,
           coalesce(government_level, case type when 'country' then 'federal' when 'state' then 'state'
                                                when null then null else 'local' end) as government_level
      from (select *, coalesce(group_type, division_group_type(jurisdiction)) as type
              from jsonb_to_recordset(${db.json(given)}) as g(
                at int, name text, group_id text, group_name text, description text, jurisdiction text,
                government_level text, group_type text)) g
     order by at`
}

async function takeIn(
  db: Db,
  rows: Row[],
): Promise<Pick<ImportReport, 'inserted' | 'updated' | 'unchanged'>> {
  const taken = await db<{ is_new: boolean }[]>`
    insert into groups as held (group_id, group_name, description, government_level, group_type, jurisdiction)
    select group_id, group_name, description, government_level, group_type, jurisdiction
      from jsonb_to_recordset(${db.json(rows)}) as g(
        group_id uuid, group_name text, description text, government_level text, group_type text, jurisdiction text)
     order by group_id
    on conflict (group_id) do update set
      group_name = excluded.group_name, description = excluded.description,
      government_level = excluded.government_level, group_type = excluded.group_type,
      jurisdiction = excluded.jurisdiction
    where (held.group_name, held.description, held.government_level, held.group_type, held.jurisdiction)
       <> (excluded.group_name, excluded.description, excluded.government_level, excluded.group_type,
           excluded.jurisdiction)
    returning xmax = 0 as is_new`
  return countSaved(rows.length, taken)
}
