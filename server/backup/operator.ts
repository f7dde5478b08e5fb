import { resolve } from 'node:path'
import { checked, findEveryProblem } from '../check/everything.ts'
import { printProblems } from '../check/operator.ts'
import { recordAct } from '../kit/audit.ts'
import { type Command, CommandError, UsageError } from '../kit/command.ts'
import { isCode } from '../kit/folderLock.ts'
import { StorageTrouble } from '../kit/storage.ts'
import { openStorage } from '../kit/storagePlace.ts'
import { backUp } from './backup.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'

export const commands: Command[] = [
  {
    words: ['backup'],
    usage: 'FILE',
    about: 'Writes the database and the pictures, as they are at this moment, into one new file.',
    async run(args, { db, env, print }) {
      const file = readFile('backup', args)
      const { bytes, manifest } = await backUp(db, openStorage(env), file).catch(inOneSentence(file))
      const { pictures_gone } = manifest
      print(`Written to ${file} (${megabytes(bytes)}): ${describe(manifest)}.`)
      if (pictures_gone.length > 0)
        print(`${pictures_gone.length} pictures had no file any more and are left out.`)
      return { file, bytes, ...figuresOf(manifest), pictures_gone: pictures_gone.length }
    },
  },
  {
    words: ['restore'],
    usage: 'FILE',
    about: 'Fills an empty instance with what "hurd backup" wrote, and checks every figure.',
    schema: 'as found',
    audit: 'own',
    async run(args, { db, env, operator, print }) {
      const file = readFile('restore', args)
      const storage = openStorage(env)
      const manifest = await restore(db, storage, file).catch(inOneSentence(file))
      await recordAct(db, { act: 'operator_command', operator, detail: { command: 'restore' } })
      print(`Restored from ${file}: ${describe(manifest)}. Everybody signs in again.`)
      const problems = await findEveryProblem(db, storage)
      printProblems(problems, print)
      print(
        problems.length === 0
          ? `${checked} kinds of figures checked: all agree.`
          : `${problems.length} disagree. "hurd check --repair" mends what can be recomputed.`,
      )
      return { ok: problems.length === 0, file, ...figuresOf(manifest), checked, problems }
    },
  },
]

function readFile(command: string, args: string[]): string {
  const [file = '', ...more] = args
  if (file === '' || file.startsWith('--') || more.length > 0)
    throw new UsageError(`${command} takes the name of one file.`)
  return resolve(file)
}

function figuresOf({ taken_at, migrations, tables, pictures }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { taken_at, schema: migrations.at(-1)?.version, tables: tables.length, rows, pictures }
}

function describe(manifest: Manifest): string {
  const { taken_at, tables, rows, pictures } = figuresOf(manifest)
  return `${rows.toLocaleString('en-US')} rows of ${tables} tables and ${pictures} pictures as of ${taken_at}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function inOneSentence(file: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof StorageTrouble) throw new CommandError(`${error.message}: try again.`)
    if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT'))
      throw new CommandError(`There is no room for ${file}: make some, or choose another disk.`)
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR'))
      throw new CommandError(`The folder of ${file} is not there.`)
    if (isCode(error, 'EACCES') || isCode(error, 'EROFS') || isCode(error, 'EPERM'))
      throw new CommandError(`${file} cannot be written by this user.`)
    throw error
  }
}
