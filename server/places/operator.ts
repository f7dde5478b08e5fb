import { CommandError, UsageError, type Command, type CommandContext } from '../kit/command.ts'
import { sourceFiles } from '../sources/files.ts'
import { importDivisions, importZipCodes, type ImportReport } from './import.ts'
import { seedPlaces } from './seedPlaces.ts'

const usage = 'FILE…'
const aboutDivisions = 'Takes Open Civic Data divisions in: CSV tables, folders, .gz.'
const aboutPlaces =
  'Takes the gazetteer of ZIP codes in, with their districts and counties: CSV tables, folders, .gz.'

export const commands: Command[] = [
  { words: ['import', 'divisions'], usage, about: aboutDivisions, run: commandOf(importDivisions) },
  { words: ['import', 'places'], usage, about: aboutPlaces, run: commandOf(importZipCodes) },
  { words: ['places', 'import'], usage, about: aboutPlaces, run: commandOf(importZipCodes) },
]

/** How many refusals are printed for people before "and N more"; `--json` has them all. */
const shownRefusals = 20

function commandOf(run: typeof importDivisions) {
  return async (args: string[], context: CommandContext): Promise<ImportReport> => {
    const option = args.find((arg) => arg.startsWith('--'))
    if (option) throw new UsageError(`There is no option ${option}.`)
    if (args.length === 0) throw new UsageError('Name at least one file or folder.')
    const files = await sourceFiles(args, /\.csv(\.gz)?$/i).catch((error: Error) => {
      throw new CommandError(error.message)
    })
    if (files.length === 0) throw new CommandError('There is no CSV table among what was named.')
    // The bundled edition first, so that it never comes later and undoes what is imported now.
    await seedPlaces(context.db)
    const report = await run(
      context.db,
      files.map((file) => file.path),
    )
    if (report.inserted + report.updated + report.unchanged + report.refused === 0) {
      throw new CommandError('There is no record in what was named.')
    }
    printReport(report, context)
    return report
  }
}

function printReport(report: ImportReport, { print }: CommandContext): void {
  const { inserted, updated, unchanged, refused, refusals, seconds } = report
  print(
    `${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${refused} refused in ${seconds.toFixed(1)} s`,
  )
  for (const { file, record, reason } of refusals.slice(0, shownRefusals))
    print(`  refused: ${file}, ${record}: ${reason}`)
  if (refusals.length > shownRefusals)
    print(`  and ${refusals.length - shownRefusals} more; --json lists them all`)
}
