import type { Command, CommandContext } from '../cli/command.ts'
import { findFiles, printReport, requireRecords } from '../cli/importCommand.ts'
import type { ImportReport } from '../cli/importReport.ts'
import { sourceFiles } from '../sources/files.ts'
import { importDivisions, importZipCodes } from './gazetteer/import.ts'
import { seedPlaces } from './gazetteer/seedPlaces.ts'

const usage = 'FILE…'
const aboutDivisions = 'Imports Open Civic Data divisions from CSV files, folders or .gz files.'
const aboutPlaces =
  'Imports ZIP codes with their districts and counties from CSV files, folders or .gz files.'

export const commands: Command[] = [
  { words: ['import', 'divisions'], usage, about: aboutDivisions, run: commandOf(importDivisions) },
  { words: ['import', 'places'], usage, about: aboutPlaces, run: commandOf(importZipCodes) },
  { words: ['places', 'import'], usage, about: aboutPlaces, run: commandOf(importZipCodes) },
]

function commandOf(run: typeof importDivisions) {
  return async (args: string[], context: CommandContext): Promise<ImportReport> => {
    const files = await findFiles(args, (paths) => sourceFiles(paths, /\.csv(\.gz)?$/i), 'CSV table')
    // Load the bundled edition first. Otherwise it could be loaded later and overwrite the import.
    await seedPlaces(context.db)
    const report = await run(
      context.db,
      files.map((file) => file.path),
    )
    requireRecords(report)
    printReport(report, context)
    return report
  }
}
