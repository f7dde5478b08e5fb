import { CommandError } from '../cli/command.ts'
import { textIn, type JsonObject } from '../sources/externalJson.ts'
import { reading } from '../sources/files.ts'
import { readPerson } from '../sources/people/peopleFormats.ts'
import { personReading, type BillPage, type Place, type PeoplePage } from './pages.ts'
import type { Source } from './polite.ts'

const name = 'Legistar'
const pageSize = 100

/** Cities that are read unless others are named. New York alone asks for a token. */
export const legistarAreas = ['boston', 'somervillema', 'seattle', 'phoenix', 'sanjose'] as const

/** Matters changed since then, city after city. */
export async function* legistarBills(
  source: Source,
  since: string,
  place: Place,
  areas: readonly string[],
): AsyncGenerator<BillPage> {
  const start = Math.max(0, areas.indexOf(place['city'] ?? areas[0] ?? ''))
  let skip = Number(place['skip'] ?? 0)
  for (const [at, city] of areas.entries()) {
    if (at < start) continue
    for (;;) {
      const matters = await list(source, `/${city}/matters`, {
        $filter: `MatterLastModifiedUtc ge datetime'${since.slice(0, 19)}'`,
        $orderby: 'MatterLastModifiedUtc asc',
        $top: String(pageSize),
        $skip: String(skip),
      })
      const readings = []
      for (const matter of matters) readings.push(await readMatter(source, city, matter))
      const hasMore = matters.length === pageSize
      skip += matters.length
      const following = areas[at + 1]
      const next = hasMore ? { city, skip: String(skip) } : following ? { city: following, skip: '0' } : null
      yield { readings, next, done: at + (hasMore ? 0 : 1), total: areas.length }
      if (!hasMore) break
    }
    skip = 0
  }
}

/** Most matters are minutes and payments: only of a bill the history and the sponsors are asked for. */
async function readMatter(source: Source, city: string, matter: JsonObject) {
  const record = `${city} ${textIn(matter['MatterFile'])}`
  const alone = reading(name, record, { client: city, matter }, 'legistar')
  const id = textIn(matter['MatterId'])
  if ('reason' in alone || !/^\d+$/.test(id)) return alone
  const histories = await list(source, `/${city}/matters/${id}/histories`)
  const sponsors = await list(source, `/${city}/matters/${id}/sponsors`)
  return reading(name, record, { client: city, matter, histories, sponsors }, 'legistar')
}

/** The City Council of New York: elsewhere Legistar does not say whom a member represents. */
export async function* legistarPeople(source: Source, areas: readonly string[]): AsyncGenerator<PeoplePage> {
  if (areas.some((city) => city !== 'nyc')) {
    throw new CommandError(
      'Of Legistar’s cities only nyc says which district a member represents: use --only nyc.',
    )
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

/** The same facts under the names of the council's own export. */
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
  source: Source,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<JsonObject[]> {
  const answer = await source.get(path, query)
  if (answer === null || Array.isArray(answer)) return answer ?? []
  throw new CommandError(`Legistar gave an answer that is no list: its form has changed.`)
}
