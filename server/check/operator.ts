import { type Command, CommandError, UsageError } from '../kit/command.ts'
import { StorageTrouble } from '../kit/storage.ts'
import { openStorage } from '../kit/storagePlace.ts'
import { figures, findProblems, type Problem, repairFigures } from './figures.ts'
import { findPictureProblems, repairPictures } from './pictures.ts'

const mostListed = 50
/** The figures, and the pictures' files. */
const checked = figures.length + 1

export const commands: Command[] = [
  {
    words: ['check'],
    usage: '[--repair]',
    about: 'Recomputes every derived figure and lists what disagrees; --repair mends it.',
    async run(args, { db, print, env }) {
      const repair = args.includes('--repair')
      if (args.some((word) => word !== '--repair')) throw new UsageError('check takes only --repair.')

      const storage = openStorage(env)
      const find = async (figuresOf: Promise<Problem[]>) => {
        const disagreeing = await figuresOf
        return [...disagreeing, ...(await findPictureProblems(db, storage).catch(inOneSentence))]
      }
      const problems = await find(db.begin('isolation level repeatable read', findProblems))
      for (const one of problems.slice(0, mostListed)) {
        print(`${one.what}: ${one.where}: kept ${one.stored}, the rows say ${one.actual}`)
      }
      if (problems.length > mostListed) print(`… and ${problems.length - mostListed} more`)
      if (repair && problems.length > 0) {
        await db.begin(repairFigures)
        await repairPictures(db, storage)
      }

      const left = repair ? await find(findProblems(db)) : problems
      print(describe(problems.length, left.length, repair))
      return { ok: left.length === 0, checked, problems: repair ? left : problems }
    },
  },
]

function inOneSentence(error: unknown): never {
  throw error instanceof StorageTrouble ? new CommandError(`${error.message}: try again.`) : error
}

function describe(found: number, left: number, repaired: boolean): string {
  if (found === 0) return `${checked} kinds of figures checked: all agree.`
  if (!repaired) return `${found} disagree. "hurd check --repair" mends what can be recomputed.`
  return left === 0 ? `${found} mended.` : `${found - left} mended, ${left} need a person.`
}
