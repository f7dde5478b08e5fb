import { findMissing, findOrphans, removeOrphans } from '#server/members/people/pictures/pictureFiles.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  defineCommand,
  UsageError,
} from '#server/platform/cli/command.ts'
import { isUuid } from '#server/platform/cli/commandWords.ts'
import { openProgress } from '#server/platform/cli/progress.ts'
import { selectOutdatedCollations } from '#server/platform/postgres/collations.ts'
import { databaseErrorKind, type Pool } from '#server/platform/postgres/db.ts'
import { type Storage, StorageError } from '#server/platform/storage/storage.ts'
import { openStorage } from '#server/platform/storage/storagePlace.ts'
import {
  checkDerivedValues,
  maxListed,
  type Options,
  type Outcome,
  type Position,
  type Problem,
} from './derivedCounts.ts'
import { firstKey } from './ranges.ts'
import { derivedValues } from './values.ts'

/** The number of checks: one for each derived value, one for collations, and one for the picture files. */
export const checked = derivedValues.length + 2

const maxPrinted = 50
/** The interval at which a value with many keys reports its position. */
const reportMs = 10_000

export const commands: Command[] = [
  defineCommand({
    words: ['check'],
    options: {
      repair: { about: 'Corrects the values that differ.' },
      continue: { value: 'POSITION', about: 'Begins where an interrupted check stopped.' },
    },
    about: 'Recomputes every derived value and lists those that differ.',
    async run(_args, { db, env, print, report }, { repair, continue: position }) {
      const start = position === undefined ? null : readPosition(position)
      const progress = openProgress('Checking')
      const listing = listProblems(progress.above(print))
      const reporting = reportPositions((position) => {
        if (progress.isShown) progress.update(position.index, checked, describeValue(position))
        else report(describeValue(position))
      })
      const seen: Problem[] = []
      let problemCount = 0
      const command = ['hurd check', ...(repair ? ['--repair'] : [])].join(' ')
      try {
        const outcome = await checkEverything(db, openStorage(env), {
          start,
          repair,
          onRange: (position) => reporting.add(position),
          onProblem: (problem) => {
            problemCount += 1
            if (seen.length < maxListed) seen.push(problem)
            listing.add(problem)
          },
        })
        progress.stop()
        listing.end()
        print(describe(outcome, { repair, isPart: start !== null }))
        for (const line of describeBusy(outcome, command)) print(line)
        return { ok: passed(outcome), checked, ...outcome }
      } catch (error) {
        const reached = reporting.position()
        progress.stop()
        if (!databaseErrorKind(error) || !reached) throw error
        listing.end()
        const next = positionText(reached)
        print(
          `Stopped before the end because of a signal or a database error. ${count(problemCount)} so far. Continue with "${command} --continue ${next}".`,
        )
        return { ok: false, checked: reached.index, found: problemCount, problems: seen, position: next }
      }
    },
  }),
]

/** Prints the first problems when they are found, one per line, and at the end how many more there are. */
export function listProblems(print: CommandContext['print']) {
  let listedCount = 0
  return {
    add({ what, where, stored, actual }: Problem): void {
      listedCount += 1
      if (listedCount <= maxPrinted) print(`${what}: ${where}: stored ${stored}, computed ${actual}`)
    },
    end(): void {
      if (listedCount > maxPrinted) print(`… and ${listedCount - maxPrinted} more`)
    },
  }
}

/** Names a derived value and the position at which an interrupted check can continue. */
export function describeValue(position: Position): string {
  return `${positionText(position)} ${derivedValues[position.index]?.what ?? ''}`
}

/** Reports each value when its first range begins, and the position in long ones so that it is known even after a crash. */
function reportPositions(report: (position: Position) => void) {
  let last: Position | null = null
  let reportedAt = 0
  return {
    position: () => last,
    add(position: Position): void {
      const isNew = last?.index !== position.index
      last = position
      if (!isNew && performance.now() - reportedAt < reportMs) return
      reportedAt = performance.now()
      report(position)
    },
  }
}

function describe(outcome: Outcome, { repair, isPart }: { repair: boolean; isPart: boolean }): string {
  const { found, left, busy, skipped } = outcome
  if (found === 0 && skipped > 0) return 'No problems found in what was compared.'
  if (found === 0) return isPart ? 'The remaining checks passed.' : `${checked} checks passed.`
  if (!repair) return `${count(found)}. "hurd check --repair" corrects what can be recomputed.`
  const repaired = `${Math.max(found - left - busy, 0)} repaired`
  return left === 0 ? `${repaired}.` : `${repaired}, ${left} need a decision by an operator.`
}

function count(problemCount: number): string {
  return `${problemCount} problems found`
}

/**
 * Runs every check of `hurd check` from `options.start` on. Throws `CommandError` if the storage of the pictures is
 * unavailable.
 */
export async function checkEverything(pool: Pool, storage: Storage, options: Options = {}): Promise<Outcome> {
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

/** Finds profile pictures without files, and files that belong to no profile and are not being uploaded. */
async function findPictureProblems(pool: Pool, storage: Storage): Promise<Problem[]> {
  const what = "a member's picture"
  const missing = await findMissing(pool, storage)
  const orphans = await findOrphans(pool, storage)
  return [
    ...missing.map(({ user_id, name }) => ({ what, where: user_id, stored: name, actual: 'no such file' })),
    ...orphans.map((name) => ({ what, where: name, stored: 'a file', actual: 'not used by any profile' })),
  ]
}

/** Returns true if every value was compared and is right. */
export function passed({ left, busy, skipped }: Outcome): boolean {
  return left + busy + skipped === 0
}

/** Describes what was not repaired or not compared because other transactions were in the way. */
export function describeBusy({ busy, skipped }: Outcome, command: string): string[] {
  const reason = 'because other transactions kept their rows busy'
  return [
    ...(busy > 0 ? [`Wrong values not repaired ${reason}: ${busy}. Run "${command}" again.`] : []),
    ...(skipped > 0 ? [`Slices not compared ${reason}: ${skipped}. Run "${command}" again.`] : []),
  ]
}

/** Writes a position as one word that an operator can copy, such as `14of47:0192…`. */
function positionText({ index, key }: Position): string {
  const isFirst = key === firstKey(derivedValues[index]?.walk ?? null)
  return `${index + 1}of${derivedValues.length}${isFirst ? '' : `:${key}`}`
}

/**
 * Reads what `positionText` wrote. The number of values must be the same, because another release may have other values
 * at the same index.
 */
function readPosition(text: string): Position {
  const [, number, total, key] = /^(\d+)of(\d+)(?::(.+))?$/.exec(text) ?? []
  const index = Number(number) - 1
  const value = derivedValues[index]
  if (Number(total) !== derivedValues.length || !value) {
    throw new UsageError(`--continue must be a position that an interrupted check of this release printed.`)
  }
  if (key !== undefined && value.walk?.type === 'uuid' && !isUuid(key)) {
    throw new UsageError(`--continue must end with the id that the interrupted check printed.`)
  }
  return { index, key: key ?? firstKey(value.walk) }
}
