import { type Command, type CommandContext, defineCommand } from '#server/platform/cli/command.ts'
import { openProgress } from '#server/platform/cli/progress.ts'
import { databaseErrorKind } from '#server/platform/postgres/db.ts'
import { openStorage } from '#server/platform/storage/storagePlace.ts'
import { derivedCounts, type Problem } from './derivedCounts.ts'
import { checked, checkEverything, describeBusy, passed } from './everything.ts'
import { Findings } from './findings.ts'
import { positionText, readPosition } from './position.ts'
import type { Outcome, Position } from './slices.ts'

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
      const seen = new Findings()
      const command = ['hurd check', ...(repair ? ['--repair'] : [])].join(' ')
      try {
        const outcome = await checkEverything(db, openStorage(env), {
          start,
          repair,
          onSlice: (position) => reporting.add(position),
          onProblem: (problem) => {
            seen.add(problem)
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
          `Stopped before the end because of a signal or a database error. ${count(seen.total)} so far. Continue with "${command} --continue ${next}".`,
        )
        return { ok: false, checked: reached.index, found: seen.total, problems: seen.listed, position: next }
      }
    },
  }),
]

/** Prints the first problems when they are found, one per line, and at the end how many more there are. */
export function listProblems(print: CommandContext['print']) {
  let listed = 0
  return {
    add({ what, where, stored, actual }: Problem): void {
      listed += 1
      if (listed <= maxPrinted) print(`${what}: ${where}: stored ${stored}, computed ${actual}`)
    },
    end(): void {
      if (listed > maxPrinted) print(`… and ${listed - maxPrinted} more`)
    },
  }
}

/** Names a derived value and the position at which an interrupted check can continue. */
export function describeValue(position: Position): string {
  return `${positionText(position)} ${derivedCounts[position.index]?.what ?? ''}`
}

/** Reports each value when its first slice begins, and the position in long ones, so that it is known even after a crash. */
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

function count(found: number): string {
  return `${found} problems found`
}
