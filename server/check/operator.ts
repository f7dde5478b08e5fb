import { type Command, type CommandContext } from '../cli/command.ts'
import { readOptions } from '../cli/commandWords.ts'
import { databaseErrorKind } from '../postgres/db.ts'
import { openStorage } from '../storage/storagePlace.ts'
import { derivedCounts, type Problem } from './derivedCounts.ts'
import { checked, checkEverything } from './everything.ts'
import { positionText, readPosition } from './position.ts'
import type { Position } from './slices.ts'

const maxListed = 50
/** How often a value with many keys reports how far it is. */
const reportMs = 10_000

export const commands: Command[] = [
  {
    words: ['check'],
    usage: '[--repair] [--continue POSITION]',
    about:
      'Recomputes every derived value and lists those that differ; --repair corrects them. --continue begins where an interrupted check stopped.',
    async run(args, { db, env, print, report }) {
      const { repair, start } = readArguments(args)
      const listing = listProblems(print)
      const reporting = reportPositions(report)
      const seen: Problem[] = []
      try {
        const { found, left } = await checkEverything(db, openStorage(env), {
          start,
          repair,
          onSlice: (position) => reporting.add(position),
          onProblem: (problem) => {
            seen.push(problem)
            listing.add(problem)
          },
        })
        listing.end()
        print(describe({ found, left: left.length, repair, isPart: start !== null }))
        return { ok: left.length === 0, checked, problems: left }
      } catch (error) {
        const reached = reporting.position()
        if (!databaseErrorKind(error) || !reached) throw error
        listing.end()
        const position = positionText(reached)
        const command = ['hurd check', ...(repair ? ['--repair'] : []), '--continue', position].join(' ')
        print(
          `Stopped before the end, because of a signal or of the database. ${count(seen.length)} so far. Continue with "${command}".`,
        )
        return { ok: false, checked: reached.index, problems: seen, position }
      }
    },
  },
]

function readArguments(args: string[]): { repair: boolean; start: Position | null } {
  const { values } = readOptions({
    args,
    options: { repair: { type: 'boolean', default: false }, continue: { type: 'string' } },
  })
  return {
    repair: values.repair,
    start: values.continue === undefined ? null : readPosition(values.continue),
  }
}

/** Prints the first problems when they are found, one per line, and at the end how many more there are. */
export function listProblems(print: CommandContext['print']) {
  let listed = 0
  return {
    add({ what, where, stored, actual }: Problem): void {
      listed += 1
      if (listed <= maxListed) print(`${what}: ${where}: stored ${stored}, computed ${actual}`)
    },
    end(): void {
      if (listed > maxListed) print(`… and ${listed - maxListed} more`)
    },
  }
}

/** Reports each value when its first slice begins, and the position of long ones, so that even a crash leaves it. */
function reportPositions(report: CommandContext['report']) {
  let last: Position | null = null
  let reportedAt = 0
  return {
    position: () => last,
    add(position: Position): void {
      const isNew = last?.index !== position.index
      last = position
      if (!isNew && performance.now() - reportedAt < reportMs) return
      reportedAt = performance.now()
      report(`${positionText(position)} ${derivedCounts[position.index]?.what ?? ''}`)
    },
  }
}

type Result = { found: number; left: number; repair: boolean; isPart: boolean }

function describe({ found, left, repair, isPart }: Result): string {
  if (found === 0) return isPart ? 'The remaining checks passed.' : `${checked} checks passed.`
  if (!repair) return `${count(found)}. "hurd check --repair" corrects what can be recomputed.`
  return left === 0
    ? `${found} repaired.`
    : `${Math.max(found - left, 0)} repaired, ${left} need a decision by an operator.`
}

function count(found: number): string {
  return `${found} problems found`
}
