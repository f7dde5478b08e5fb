import { CommandError } from '#server/platform/cli/command.ts'
import { isLawmaking } from '#server/sources/bills/cities/cityMatter.ts'
import { textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { reading } from '#server/sources/files.ts'
import { readPerson } from '#server/sources/people/peopleFormats.ts'
import type { VoteReading } from '#server/sources/votes/importedVote.ts'
import {
  hasGap,
  lastOf,
  overlap,
  personReading,
  votesOfRecord,
  type BillPage,
  type Position,
  type PeoplePage,
  type VotePage,
} from './pages.ts'
import type { SourceClient } from './sourceClient.ts'

const name = 'Legistar'
const mattersPerPage = 100
/** A meeting takes a request for its agenda and one for each decision, so a smaller page is stored sooner. */
const eventsPerPage = 20

/** The cities that are read by default. New York is not one of them, because it requires a token. */
export const legistarAreas = ['boston', 'somervillema', 'seattle', 'phoenix', 'sanjose'] as const

type ListOptions = { path: string; idField: string; timeField: string; filter: string; limit: number }

/** Yields the entries of a list, one city after another. */
async function* changedEntries(
  source: SourceClient,
  position: Position,
  areas: readonly string[],
  { path, idField, timeField, filter, limit }: ListOptions,
) {
  const start = Math.max(0, areas.indexOf(position['city'] ?? areas[0] ?? ''))
  let skip = Number(position['skip'] ?? 0)
  let read = position['last']
  for (const [index, city] of areas.entries()) {
    if (index < start) continue
    const seen = new Set<string>()
    for (;;) {
      const rows = await list(source, `/${city}${path}`, {
        $filter: filter,
        $orderby: `${timeField} asc`,
        $top: String(limit),
        $skip: String(skip),
      })
      const keys = rows.map((row) => `${textIn(row[idField])} ${textIn(row[timeField])}`)
      if (skip > 0 && hasGap(read, keys)) {
        skip = Math.max(0, skip - (limit - overlap))
        continue
      }
      const entries = rows.filter((row) => !seen.has(textIn(row[idField])))
      for (const row of rows) if (textIn(row[idField]) !== '') seen.add(textIn(row[idField]))
      const hasMore = rows.length === limit
      skip += rows.length - overlap
      read = lastOf(keys)
      const nextArea = areas[index + 1]
      const next = hasMore
        ? { city, skip: String(skip), last: read }
        : nextArea
          ? { city: nextArea, skip: '0' }
          : null
      yield { city, entries, next, done: index + (hasMore ? 0 : 1), total: areas.length }
      if (!hasMore) break
    }
    skip = 0
  }
}

/** Yields the matters that changed since a date. */
export async function* legistarBills(
  source: SourceClient,
  since: string,
  position: Position,
  areas: readonly string[],
): AsyncGenerator<BillPage> {
  const options = {
    path: '/matters',
    idField: 'MatterId',
    filter: `MatterLastModifiedUtc ge datetime'${since.slice(0, 19)}'`,
    timeField: 'MatterLastModifiedUtc',
    limit: mattersPerPage,
  }
  for await (const { city, entries, ...page } of changedEntries(source, position, areas, options)) {
    const readings = []
    for (const matter of entries) readings.push(await readMatter(source, city, matter))
    yield { readings, ...page }
  }
}

/** Reads a matter. Most matters are minutes and payments, so history and sponsors are requested only for bills. */
async function readMatter(source: SourceClient, city: string, matter: JsonObject) {
  const record = `${city} ${textIn(matter['MatterFile'])}`
  const alone = reading(name, record, { client: city, matter }, 'legistar')
  const id = textIn(matter['MatterId'])
  if ('reason' in alone || !/^\d+$/.test(id)) return alone
  const histories = await list(source, `/${city}/matters/${id}/histories`)
  const sponsors = await list(source, `/${city}/matters/${id}/sponsors`)
  return reading(name, record, { client: city, matter, histories, sponsors }, 'legistar')
}

/** Yields the votes of the meetings that took place or changed since a date. */
export async function* legistarVotes(
  source: SourceClient,
  since: string,
  position: Position,
  areas: readonly string[],
): AsyncGenerator<VotePage> {
  const from = `datetime'${since.slice(0, 19)}'`
  const today = `datetime'${new Date().toISOString().slice(0, 10)}'`
  const options = {
    path: '/events',
    idField: 'EventId',
    filter: `(EventLastModifiedUtc ge ${from} or EventDate ge ${from}) and EventDate le ${today}`,
    timeField: 'EventLastModifiedUtc',
    limit: eventsPerPage,
  }
  for await (const { city, entries, ...page } of changedEntries(source, position, areas, options)) {
    const readings = []
    for (const event of entries) readings.push(...(await readEventVotes(source, city, event)))
    yield { readings, ...page }
  }
}

/**
 * Reads the votes of a meeting. An item of its agenda has votes only if it has a matter and an action. Votes are requested
 * for every such bill, because some cities leave the flag for roll calls at zero. `rollcalls` of the API is the attendance.
 */
async function readEventVotes(source: SourceClient, city: string, event: JsonObject): Promise<VoteReading[]> {
  const readings: VoteReading[] = []
  const eventId = textIn(event['EventId'])
  if (!/^\d+$/.test(eventId)) return readings
  for (const item of (await list(source, `/${city}/events/${eventId}/eventitems`)).filter(mayHaveVotes)) {
    const votes = await list(source, `/${city}/eventitems/${textIn(item['EventItemId'])}/votes`)
    // An item without votes was decided by voice, which is not a roll call.
    if (votes.length === 0) continue
    const { EventDate, EventBodyName } = event
    const record = { ...item, EventDate, EventBodyName, Votes: votes }
    const position = `${city} ${textIn(item['EventItemMatterFile'])}`
    readings.push(
      ...votesOfRecord({ source: name, record: position, format: 'legistar', path: city }, record),
    )
  }
  return readings
}

function mayHaveVotes(item: JsonObject): boolean {
  const type = textIn(item['EventItemMatterType'])
  return (
    /^\d+$/.test(textIn(item['EventItemId'])) &&
    textIn(item['EventItemMatterFile']) !== '' &&
    textIn(item['EventItemActionName']) !== '' &&
    (type === '' || isLawmaking(type))
  )
}

/** Yields the City Council of New York. Other cities do not publish their members' districts in Legistar. */
export async function* legistarPeople(
  source: SourceClient,
  areas: readonly string[],
): AsyncGenerator<PeoplePage> {
  if (areas.some((city) => city !== 'nyc')) {
    throw new CommandError('Only nyc publishes the districts of its members in Legistar. Use --only nyc.')
  }
  const persons = await list(source, '/nyc/persons', { $filter: 'PersonActiveFlag eq 1' })
  const offices = await list(source, '/nyc/officerecords', {
    $filter: `OfficeRecordBodyName eq 'City Council' and OfficeRecordEndDate ge datetime'${new Date().toISOString().slice(0, 10)}'`,
  })
  const byPerson = Map.groupBy(offices, (office) => textIn(office['OfficeRecordPersonId']))
  const readings = persons
    .filter((person) => byPerson.has(textIn(person['PersonId'])))
    .map((person) => {
      const record = councilRecord(person, byPerson.get(textIn(person['PersonId'])) ?? [])
      return personReading(name, textIn(person['PersonFullName']), () => readPerson('nyc', record))
    })
  yield { readings, next: null, done: readings.length, total: readings.length }
}

/** Returns the same fields under the names used in the council's own export. */
function councilRecord(person: JsonObject, offices: readonly JsonObject[]): JsonObject {
  return {
    ID: person['PersonId'],
    FullName: person['PersonFullName'],
    Email: person['PersonEmail'],
    WWW: person['PersonWWW'],
    DistrictOffice: { Phone: person['PersonPhone'] },
    OfficeRecords: offices.map((office) => ({
      BodyName: office['OfficeRecordBodyName'],
      Title: office['OfficeRecordTitle'],
      Start: office['OfficeRecordStartDate'],
      End: office['OfficeRecordEndDate'],
    })),
  }
}

async function list(
  source: SourceClient,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<JsonObject[]> {
  const response = await source.get(path, query)
  if (response === null || Array.isArray(response)) return response ?? []
  throw new CommandError('Legistar did not answer with a list. Its API has changed.')
}
