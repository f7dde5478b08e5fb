import { Id } from '#contract/kit/endpoint.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  defineCommand,
  UsageError,
} from '#server/platform/cli/command.ts'
import { openProgress } from '#server/platform/cli/progress.ts'
import { selectOutdatedCollations } from '#server/platform/postgres/collations.ts'
import { databaseErrorKind, type Pool } from '#server/platform/postgres/db.ts'
import { findMissing, findOrphans, removeOrphans } from '#server/platform/storage/pictureFiles.ts'
import { type Storage, StorageError } from '#server/platform/storage/storage.ts'
import { openStorage } from '#server/platform/storage/storagePlace.ts'
import {
  checkDerivedValues,
  maxListed,
  type Options,
  type Outcome,
  type Problem,
  type Start,
} from './derivedCounts.ts'
import { derivedValues } from './values.ts'

/** The number of checks: one for each derived value, one for collations, and one for the picture files. */
const checked = derivedValues.length + 2

const maxPrinted = 50

const firstStart: Start = { index: 0 }

export const commands: Command[] = [
  defineCommand({
    words: ['check'],
    options: {
      repair: { about: 'Corrects the values that differ.' },
      continue: { value: 'POSITION', about: 'Begins where an interrupted check stopped.' },
    },
    about: 'Recomputes every derived value and lists those that differ.',
    run: (_args, { db, env, print, report }, { repair, continue: position }) =>
      runCheck(db, openStorage(env), { print, report }, { repair, start: readPosition(position) }),
  }),
]

/**
 * Runs every check of `hurd check` and shows its progress. Prints the first problems when they are found, one per line, and
 * at the end what the operator can do. Throws `CommandError` if the storage of the pictures is unavailable.
 */
export async function runCheck(
  pool: Pool,
  storage: Storage,
  { print, report }: Pick<CommandContext, 'print' | 'report'>,
  { repair, start = firstStart }: Options = {},
) {
  const command = repair ? 'hurd check --repair' : 'hurd check'
  const progress = openProgress('Checking')
  const printAbove = progress.above(print)
  const problems: Problem[] = []
  let reached = start
  let problemCount = 0
  const end = () => {
    progress.stop()
    if (problemCount > maxPrinted) print(`… and ${problemCount - maxPrinted} more`)
  }
  const onRange = (range: Start) => {
    reached = range
    if (range.key !== undefined) return
    const { index } = range
    const name = `${positionOf({ index })} ${derivedValues[index]?.what}`
    if (progress.isShown) progress.update(index, checked, name)
    else report(name)
  }
  const onProblem = (problem: Problem) => {
    problemCount += 1
    if (problems.length < maxListed) problems.push(problem)
    const { what, where, stored, actual } = problem
    if (problemCount <= maxPrinted) printAbove(`${what}: ${where}: stored ${stored}, computed ${actual}`)
  }
  try {
    const outcome = await checkEverything(pool, storage, { repair, start, onRange, onProblem })
    end()
    for (const line of describe(outcome, command, start !== firstStart)) print(line)
    return { ok: outcome.left + outcome.busy + outcome.skipped === 0, checked, ...outcome }
  } catch (error) {
    end()
    if (!databaseErrorKind(error)) throw error
    const position = positionOf(reached)
    print(
      `Stopped before the end because of a signal or a database error. ${problemCount} problems found so far. Continue with "${command} --continue ${position}".`,
    )
    return { ok: false, checked: reached.index, found: problemCount, problems, position }
  }
}

/** Describes what was found, and what was not repaired or not compared because other transactions were in the way. */
function describe({ found, left, busy, skipped }: Outcome, command: string, isContinued: boolean): string[] {
  const repaired = `${Math.max(found - left - busy, 0)} repaired`
  const passed = isContinued ? 'The remaining checks passed.' : `${checked} checks passed.`
  const again = `because other transactions kept their rows busy`
  const lines = [
    ...(busy > 0 ? [`Wrong values not repaired ${again}: ${busy}. Run "${command}" again.`] : []),
    ...(skipped > 0 ? [`Slices not compared ${again}: ${skipped}. Run "${command}" again.`] : []),
  ]
  if (found === 0) return [skipped > 0 ? 'No problems found in what was compared.' : passed, ...lines]
  if (!command.endsWith('--repair')) {
    return [`${found} problems found. "hurd check --repair" corrects what can be recomputed.`, ...lines]
  }
  return [left === 0 ? `${repaired}.` : `${repaired}, ${left} need a decision by an operator.`, ...lines]
}

async function checkEverything(pool: Pool, storage: Storage, options: Options): Promise<Outcome> {
  const values = await checkDerivedValues(pool, options)
  const collations = (await selectOutdatedCollations(pool)).map(({ name, stored, library }) => ({
    what: 'the version of a collation ("Collation versions" in docs/operating.md)',
    where: name,
    stored,
    actual: library,
  }))
  const find = () =>
    findPictureProblems(pool, storage).catch((error: unknown) => {
      throw error instanceof StorageError ? new CommandError(`${error.message}: try again.`) : error
    })
  const pictures = await find()
  for (const problem of [...collations, ...pictures]) options.onProblem?.(problem)
  // Missing files are left to the operator, because the wrong storage may be configured.
  if (options.repair && pictures.length > 0) await removeOrphans(pool, storage)
  const left = [...collations, ...(options.repair && pictures.length > 0 ? await find() : pictures)]
  return {
    ...values,
    found: values.found + collations.length + pictures.length,
    left: values.left + left.length,
    problems: [...values.problems, ...left.slice(0, maxListed)],
  }
}

/** Finds pictures without files, and files that belong to no profile or portrait and are not being uploaded. */
async function findPictureProblems(pool: Pool, storage: Storage): Promise<Problem[]> {
  const what = 'a picture'
  const missing = await findMissing(pool, storage)
  const orphans = await findOrphans(pool, storage)
  return [
    ...missing.map(({ owner, name }) => ({ what, where: owner, stored: name, actual: 'no such file' })),
    ...orphans.map((name) => ({
      what,
      where: name,
      stored: 'a file',
      actual: 'not used by any profile or portrait',
    })),
  ]
}

/**
 * Writes where a check stands as one word that an operator can copy, such as `14of47`, or `14of47:KEY` within a value. Other
 * releases have other values.
 */
function positionOf({ index, key }: Start): string {
  const value = `${index + 1}of${derivedValues.length}`
  return key === undefined ? value : `${value}:${encodeURIComponent(key)}`
}

/** Returns where to begin. Without a position, that is the first value. */
function readPosition(position: string | undefined): Start {
  if (position === undefined) return firstStart
  const [place, key] = position.split(':')
  const index = derivedValues.findIndex((_, at) => positionOf({ index: at }) === place)
  const walk = derivedValues[index]?.walk
  const isKey =
    key === undefined || (walk?.type === 'uuid' ? Id.safeParse(key).success : walk?.type === 'text')
  if (index < 0 || !isKey) {
    throw new UsageError(`--continue must be a position that an interrupted check of this release printed.`)
  }
  return { index, key: key === undefined ? undefined : decodeURIComponent(key) }
}
