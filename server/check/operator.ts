import { type Command, UsageError } from '../cli/command.ts'
import { openStorage } from '../storage/storagePlace.ts'
import { type Problem, repairDerivedCounts } from './derivedCounts.ts'
import { checked, findEveryProblem } from './everything.ts'
import { repairPictures } from './pictures.ts'

const maxListed = 50

export const commands: Command[] = [
  {
    words: ['check'],
    usage: '[--repair]',
    about: 'Recomputes every derived value and lists those that differ; --repair corrects them.',
    async run(args, { db, print, env }) {
      const repair = args.includes('--repair')
      if (args.some((word) => word !== '--repair')) throw new UsageError('check accepts only --repair.')

      const storage = openStorage(env)
      const problems = await findEveryProblem(db, storage)
      printProblems(problems, print)
      if (repair && problems.length > 0) {
        await db.begin(repairDerivedCounts)
        await repairPictures(db, storage)
      }

      const left = repair ? await findEveryProblem(db, storage) : problems
      print(describe(problems.length, left.length, repair))
      return { ok: left.length === 0, checked, problems: repair ? left : problems }
    },
  },
]

/** Prints the first problems, one per line. */
export function printProblems(problems: Problem[], print: (line: string) => void): void {
  for (const { what, where, stored, actual } of problems.slice(0, maxListed)) {
    print(`${what}: ${where}: stored ${stored}, computed ${actual}`)
  }
  if (problems.length > maxListed) print(`… and ${problems.length - maxListed} more`)
}

function describe(found: number, left: number, repaired: boolean): string {
  if (found === 0) return `${checked} checks passed.`
  if (!repaired) return `${found} problems found. "hurd check --repair" corrects what can be recomputed.`
  return left === 0
    ? `${found} repaired.`
    : `${found - left} repaired, ${left} need a decision by an operator.`
}
