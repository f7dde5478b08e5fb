import { CommandError } from '../cli/command.ts'
import { textIn, type JsonObject } from '../sources/externalJson.ts'
import { reading } from '../sources/files.ts'
import { readPerson } from '../sources/people/peopleFormats.ts'
import { personReading, type BillPage, type Position, type PeoplePage } from './pages.ts'
import type { SourceClient } from './sourceClient.ts'

const name = 'Legistar'
const pageSize = 100
/**
 * A matter that changes during the run moves to the end of the list, and the others move up. Each page therefore repeats the
 * last entries of the previous page.
 */
const overlap = 5

/** The cities that are read by default. New York is not one of them, because it requires a token. */
export const legistarAreas = ['boston', 'somervillema', 'seattle', 'phoenix', 'sanjose'] as const

/** Yields the matters that changed since a date, one city after another. */
export async function* legistarBills(
  source: SourceClient,
  since: string,
  position: Position,
  areas: readonly string[],
): AsyncGenerator<BillPage> {
  const start = Math.max(0, areas.indexOf(position['city'] ?? areas[0] ?? ''))
  let skip = Number(position['skip'] ?? 0)
  for (const [index, city] of areas.entries()) {
    if (index < start) continue
    const seen = new Set<string>()
    for (;;) {
      const matters = await list(source, `/${city}/matters`, {
        $filter: `MatterLastModifiedUtc ge datetime'${since.slice(0, 19)}'`,
        $orderby: 'MatterLastModifiedUtc asc',
        $top: String(pageSize),
        $skip: String(skip),
      })
      const readings = []
      for (const matter of matters) {
        const id = textIn(matter['MatterId'])
        if (!seen.has(id)) readings.push(await readMatter(source, city, matter))
        if (id !== '') seen.add(id)
      }
      const hasMore = matters.length === pageSize
      skip += matters.length - overlap
      const nextArea = areas[index + 1]
      const next = hasMore ? { city, skip: String(skip) } : nextArea ? { city: nextArea, skip: '0' } : null
      yield { readings, next, done: index + (hasMore ? 0 : 1), total: areas.length }
      if (!hasMore) break
    }
    skip = 0
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
  const answer = await source.get(path, query)
  if (answer === null || Array.isArray(answer)) return answer ?? []
  throw new CommandError('Legistar did not answer with a list. Its API has changed.')
}
