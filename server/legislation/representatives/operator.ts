import { seedDistrictMaps } from '#server/legislation/places/districtMaps.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  defineCommand,
  type OptionValues,
  UsageError,
} from '#server/platform/cli/command.ts'
import { importFromFiles, printReport, requireRecords } from '#server/platform/cli/importCommand.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { openStorage } from '#server/platform/storage/storagePlace.ts'
import { listSources } from '#server/sources/files.ts'
import { readTextFile } from '#server/sources/fileText.ts'
import { peopleFilePattern, peopleFormatList, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { peopleFormats } from '#server/sources/people/peopleFormats.ts'
import { importAliases } from './aliases.ts'
import { importPeople, type PeopleReport } from './import.ts'
import { importPortraits, portraitPattern } from './portraits.ts'
import type { RelinkCounts } from './relink.ts'
import { importVacancies } from './terms/importVacancies.ts'
import { selectVacancies } from './terms/vacancies.ts'

const options = {
  retired: { about: 'Has no effect: former members are always read. Instructions for rosters name it.' },
  format: { value: peopleFormats.join('|'), about: 'Names the format, instead of recognizing it.' },
}
const about =
  'Imports rosters of representatives and their terms from files, folders, .gz, YAML, JSON or JSON lines.'

/** `import people` and `reps import` are the same command. */
export const commands: Command[] = [
  ...[
    ['import', 'people'],
    ['reps', 'import'],
  ].map((words) => defineCommand({ words, usage: 'FILE…', options, about, run: importPeopleCommand })),
  {
    words: ['import', 'aliases'],
    usage: 'FILE',
    about: 'Imports other names of voters from a CSV file: organization, name, person, from, to.',
    run: importAliasesCommand,
  },
  {
    words: ['import', 'portraits'],
    usage: 'FILE…',
    about:
      'Copies portraits from files or folders into the storage. Each file is named after the id of its person, such as A000360.jpg.',
    run: importPortraitsCommand,
  },
  {
    words: ['import', 'vacancies'],
    usage: 'FILE',
    about: 'Imports announced vacancies and special elections from a JSON list.',
    run: importVacanciesCommand,
  },
  defineCommand({
    words: ['seats'],
    options: { vacant: { about: 'Lists the vacant seats.', isRequired: true } },
    about: 'Lists the seats of Congress that nobody holds today, since when, and the special election.',
    audit: 'none',
    async run(_args, { db, print }, { vacant }) {
      if (!vacant) throw new UsageError('Write --vacant.')
      await seedDistrictMaps(db)
      const seats = await selectVacancies(db, new Date().toISOString().slice(0, 10), null)
      for (const { title, division, since, special_election_on } of seats) {
        const election = special_election_on ? `, special election on ${special_election_on}` : ''
        print(`${title}, ${division}: vacant since ${since ?? 'an unknown day'}${election}`)
      }
      return { seats }
    },
  }),
]

async function importPeopleCommand(
  paths: string[],
  context: CommandContext,
  { format }: OptionValues<typeof options>,
): Promise<PeopleReport> {
  const report = await importFromFiles(paths, format, context, {
    files: (names) => listSources(names, peopleFilePattern),
    kind: 'YAML or JSON file',
    formats: peopleFormats,
    formatList: peopleFormatList,
    importAll: (files, known, { onBytes, onReport }) =>
      importPeople(context.db, peopleRecords(files, known, onBytes), onReport),
  })
  printLinked(report, context)
  if (report.retired > 0) context.print(`${report.retired} no longer in office: terms end today`)
  return report
}

function printLinked(
  { linked, linked_sponsors, linked_members }: RelinkCounts,
  { print }: CommandContext,
): void {
  if (linked > 0) print(`${countedNoun(linked, 'vote')} linked to these people`)
  const others = linked_sponsors + linked_members
  if (others > 0) {
    print(
      `${countedNoun(others, 'sponsor or member', 'sponsors and members')} of committees linked to these people`,
    )
  }
}

async function importAliasesCommand(args: string[], context: CommandContext) {
  const [file, ...more] = args
  if (!file || more.length > 0) throw new UsageError('Name one CSV file.')
  const report = await importAliases(context.db, file, await readNamedFile(file))
  requireRecords(report)
  printReport(report, context)
  printLinked(report, context)
  return report
}

function importPortraitsCommand(paths: string[], context: CommandContext) {
  return importFromFiles(paths, undefined, context, {
    files: (names) => listSources(names, portraitPattern),
    kind: 'JPEG, PNG or WebP file',
    formats: [],
    formatList: 'The formats are JPEG, PNG and WebP.',
    importAll: (files, _format, { onBytes, onReport }) =>
      importPortraits(context.db, openStorage(context.env), files, (bytes, report) => {
        onBytes(bytes)
        onReport(report)
      }),
  })
}

async function importVacanciesCommand(args: string[], context: CommandContext) {
  const [file = '', ...more] = args
  if (file === '' || more.length > 0) throw new UsageError('Name one file.')
  const report = await importVacancies(context.db, file, await readNamedFile(file))
  printReport(report, context)
  return report
}

/** Reads a file in any of the encodings that files of sources may have. */
async function readNamedFile(file: string): Promise<string> {
  return readTextFile(file).catch(() => {
    throw new CommandError(`Cannot read the file ${file}.`)
  })
}
