import { type Command, UsageError } from '../kit/command.ts'
import { figures, findProblems, repairFigures } from './figures.ts'

const mostListed = 50

export const commands: Command[] = [
  {
    words: ['check'],
    usage: '[--repair]',
    about: 'Recomputes every derived figure and lists what disagrees; --repair mends it.',
    async run(args, { db, print }) {
      const repair = args.includes('--repair')
      if (args.some((word) => word !== '--repair')) throw new UsageError('check takes only --repair.')

      const problems = await db.begin('isolation level repeatable read', findProblems)
      for (const one of problems.slice(0, mostListed)) {
        print(`${one.what}: ${one.where}: kept ${one.stored}, the rows say ${one.actual}`)
      }
      if (problems.length > mostListed) print(`… and ${problems.length - mostListed} more`)
      if (repair && problems.length > 0) await db.begin(repairFigures)

      const left = repair ? await findProblems(db) : problems
      print(describe(problems.length, left.length, repair))
      return { ok: left.length === 0, checked: figures.length, problems: repair ? left : problems }
    },
  },
]

function describe(found: number, left: number, repaired: boolean): string {
  if (found === 0) return `${figures.length} kinds of figures checked: all agree.`
  if (!repaired) return `${found} disagree. "hurd check --repair" mends what can be recomputed.`
  return left === 0 ? `${found} mended.` : `${found - left} mended, ${left} need a person.`
}
