import { CommandError, UsageError, type Command, type CommandContext } from '#server/platform/cli/command.ts'
import { isDate } from '#server/platform/cli/commandWords.ts'
import { findFiles, printReport, reportUnread, requireRecords } from '#server/platform/cli/importCommand.ts'
import type { ImportReport } from '#server/platform/cli/importReport.ts'
import { listSources } from '#server/sources/files.ts'
import { addMap, seedDistrictMaps } from './districtMaps.ts'
import { importDivisions, importZipCodes, readDistrictIds } from './gazetteer/import.ts'
import { seedPlaces } from './gazetteer/seedPlaces.ts'

const usage = 'FILE…'
const aboutDivisions = 'Imports Open Civic Data divisions from CSV files, folders or .gz files.'
const aboutPlaces =
  'Imports ZIP codes with their districts and counties from CSV files, folders or .gz files.'

export const commands: Command[] = [
  {
    words: ['import', 'divisions'],
    usage: 'FILE… [--map ID --from YYYY-MM-DD]',
    about: `${aboutDivisions} With --map, they are a new map of congressional districts from that day on.`,
    run: importDivisionsCommand,
  },
  { words: ['import', 'places'], usage, about: aboutPlaces, run: commandOf(importZipCodes) },
  { words: ['places', 'import'], usage, about: aboutPlaces, run: commandOf(importZipCodes) },
]

/**
 * Imports divisions. With `--map`, the congressional districts of the files also form a new map. Earlier maps keep
 * their districts.
 */
async function importDivisionsCommand(args: string[], context: CommandContext): Promise<ImportReport> {
  const { words, map_id, valid_from } = readMap(args)
  const report = await commandOf(importDivisions)(words, context)
  if (map_id === null) return report
  const { files } = await findFiles(words, (paths) => listSources(paths, /\.csv(\.gz)?$/i), 'CSV table')
  const districts = await readDistrictIds(files.map(({ path }) => path))
  if (districts.length === 0) throw new CommandError('The files contain no congressional district.')
  await seedDistrictMaps(context.db)
  await context.db.begin((db) =>
    addMap(db, { map_id, valid_from, source_name: 'Open Civic Data' }, districts),
  )
  context.print(`${districts.length} districts on the map ${map_id} from ${valid_from}`)
  return report
}

function readMap(args: readonly string[]) {
  const words = [...args]
  const valueAfter = (name: string) => {
    const index = words.indexOf(name)
    return index === -1 ? null : (words.splice(index, 2)[1] ?? '')
  }
  const [map_id, from] = [valueAfter('--map'), valueAfter('--from')]
  if ((map_id === null) !== (from === null)) throw new UsageError('--map and --from belong together.')
  if (map_id !== null && !/^[a-z0-9][a-z0-9_-]{1,39}$/.test(map_id)) {
    throw new UsageError(`"${map_id}" is not the id of a map, such as cd120.`)
  }
  if (from !== null && !isDate(from)) {
    throw new UsageError(`"${from}" is not a date like 2027-01-03.`)
  }
  return { words, map_id, valid_from: from ?? '' }
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
