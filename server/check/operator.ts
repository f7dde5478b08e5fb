import { type Command, UsageError } from '../cli/command.ts'
import { openStorage } from '../storage/storagePlace.ts'
import { checked, findEveryProblem } from './everything.ts'
import { type Problem, repairFigures } from './figures.ts'
import { repairPictures } from './pictures.ts'

const mostListed = 50

export const commands: Command[] = [
  {
    words: ['check'],
    usage: '[--repair]',
    about: 'Recomputes every derived figure and lists what disagrees; --repair mends it.',
    async run(args, { db, print, env }) {
      const repair = args.includes('--repair')
      if (args.some((word) => word !== '--repair')) throw new UsageError('check takes only --repair.')

      const storage = openStorage(env)
      const problems = await findEveryProblem(db, storage)
      printProblems(problems, print)
      if (repair && problems.length > 0) {
        await db.begin(repairFigures)
        await repairPictures(db, storage)
      }

      const left = repair ? await findEveryProblem(db, storage) : problems
      print(describe(problems.length, left.length, repair))
      return { ok: left.length === 0, checked, problems: repair ? left : problems }
    },
  },
]

/** The first of them, a line each. */
export function printProblems(problems: Problem[], print: (line: string) => void): void {
  for (const one of problems.slice(0, mostListed)) {
    print(`${one.what}: ${one.where}: kept ${one.stored}, the rows say ${one.actual}`)
  }
  if (problems.length > mostListed) print(`… and ${problems.length - mostListed} more`)
}

function describe(found: number, left: number, repaired: boolean): string {
  if (found === 0) return `${checked} kinds of figures checked: all agree.`
  if (!repaired) return `${found} disagree. "hurd check --repair" mends what can be recomputed.`
  return left === 0 ? `${found} mended.` : `${found - left} mended, ${left} need a person.`
}
