import {
  type Command,
  type CommandContext,
  CommandError,
  defineCommand,
  type OptionValues,
  UsageError,
} from '#server/platform/cli/command.ts'
import { isDate } from '#server/platform/cli/commandWords.ts'
import { findFiles, printReport, reportUnread, requireRecords } from '#server/platform/cli/importCommand.ts'
import type { ImportReport } from '#server/platform/cli/importReport.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { listSources } from '#server/sources/files.ts'
import { addMap, seedDistrictMaps } from './districtMaps.ts'
import { importDivisions, importPopulations, importZipCodes, readDistrictIds } from './gazetteer/import.ts'
import { seedPlaces } from './gazetteer/seedPlaces.ts'

const aboutDivisions = 'Imports Open Civic Data divisions from CSV files, folders or .gz files.'
const aboutPlaces =
  'Imports ZIP codes with their districts and counties from CSV files, folders or .gz files.'

const mapOptions = {
  map: { value: 'ID', about: 'The id of a new map of congressional districts, such as cd120.' },
  from: { value: 'YYYY-MM-DD', about: 'The first day of the new map. Needs --map.' },
}

export const commands: Command[] = [
  defineCommand({
    words: ['import', 'divisions'],
    usage: 'FILE…',
    options: mapOptions,
    about: `${aboutDivisions} With --map, they are a new map of congressional districts from that day on.`,
    run: importDivisionsCommand,
  }),
  { words: ['import', 'places'], usage: 'FILE…', about: aboutPlaces, run: commandOf(importZipCodes) },
  { words: ['places', 'import'], usage: 'FILE…', about: aboutPlaces, run: commandOf(importZipCodes) },
  {
    words: ['places', 'populations'],
    usage: 'FILE…',
    about:
      'Imports how many people live in each division, from CSV files with the columns division, as_of, source, residents and adults.',
    run: commandOf(importPopulations),
  },
]

/**
 * Imports divisions. With `--map`, the congressional districts of the files also form a new map. Earlier maps keep
 * their districts.
 */
async function importDivisionsCommand(
  paths: string[],
  context: CommandContext,
  options: OptionValues<typeof mapOptions>,
): Promise<ImportReport> {
  const { map_id, valid_from } = readMap(options)
  const report = await commandOf(importDivisions)(paths, context)
  if (map_id === null) return report
  const { files } = await findFiles(paths, (names) => listSources(names, /\.csv(\.gz)?$/i), 'CSV table')
  const districts = await readDistrictIds(files.map(({ path }) => path))
  if (districts.length === 0) throw new CommandError('The files contain no congressional district.')
  await seedDistrictMaps(context.db)
  await context.db.begin((db) => addMap(db, map_id, valid_from, districts))
  context.print(`${countedNoun(districts.length, 'district')} on the map ${map_id} from ${valid_from}`)
  return report
}

function readMap({ map, from }: OptionValues<typeof mapOptions>) {
  const map_id = map ?? null
  if ((map_id === null) !== (from === undefined)) throw new UsageError('--map and --from belong together.')
  if (map_id !== null && !/^[a-z0-9][a-z0-9_-]{1,39}$/.test(map_id)) {
    throw new UsageError(`"${map_id}" is not the id of a map, such as cd120.`)
  }
  if (from !== undefined && !isDate(from)) {
    throw new UsageError(`"${from}" is not a date like 2027-01-03.`)
  }
  return { map_id, valid_from: from ?? '' }
}

function commandOf(run: typeof importDivisions) {
  return async (args: string[], context: CommandContext): Promise<ImportReport> => {
    const { files, unread } = await findFiles(
      args,
      (paths) => listSources(paths, /\.csv(\.gz)?$/i),
      'CSV table',
    )
    // The bundled edition is loaded first. Otherwise it could be loaded later and overwrite the import.
    await seedPlaces(context.db)
    const report = await run(
      context.db,
      files.map((file) => file.path),
    )
    requireRecords(report)
    printReport(report, context)
    return { ...report, ...reportUnread(unread, context) }
  }
}
