import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { renewRestoreLinks } from '#server/members/people/deletion/restoreLinks.ts'
import { runCheck } from '#server/operations/check/operator.ts'
import { describeRights } from '#server/operations/deletions/endRights.ts'
import { replayLedger } from '#server/operations/deletions/replay.ts'
import { type Command, CommandError, defineCommand, UsageError } from '#server/platform/cli/command.ts'
import { openProgress } from '#server/platform/cli/progress.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { hasErrorCode } from '#server/platform/processes/folderLock.ts'
import { StorageError } from '#server/platform/storage/storage.ts'
import { openStorage } from '#server/platform/storage/storagePlace.ts'
import { checkLedger } from './archivedLedger.ts'
import { backUp } from './backup.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'

export const commands: Command[] = [
  {
    words: ['backup'],
    usage: 'FILE',
    about: 'Saves the database and the pictures of this moment to one new file.',
    async run(args, { db, env, print }) {
      const file = readFile('backup', args)
      const progress = openProgress('Saving')
      const { bytes, manifest } = await backUp(db, openStorage(env), file, progress.update)
        .catch(inOneSentence(file))
        .finally(progress.stop)
      await recordBackup(db, bytes, manifest)
      const { pictures_gone } = manifest
      print(`Written to ${file} (${megabytes(bytes)}): ${describe(manifest)}.`)
      if (pictures_gone.length > 0) {
        print(`${countedNoun(pictures_gone.length, 'picture')} without a file left out.`)
      }
      return { file, bytes, ...totalsOf(manifest), pictures_gone: pictures_gone.length }
    },
  },
  defineCommand({
    words: ['restore'],
    usage: 'FILE',
    options: {
      ledger: { value: 'FILE', about: 'The deletion ledger to replay, instead of DELETION_LEDGER.' },
    },
    about:
      'Fills an empty instance with what "hurd backup" wrote, deletes again the accounts that were deleted since, ends the rights that ended since, and checks every count.',
    schema: 'as found',
    audit: 'own',
    async run(args, { db, env, operator, print, report }, options) {
      const file = readFile('restore', args)
      const ledger = options.ledger === undefined ? null : resolve(options.ledger)
      const storage = openStorage(env)
      const path = ledger ?? env.deletionLedger
      if (ledger && !existsSync(ledger)) throw new CommandError(`There is no file ${ledger}.`)
      const progress = openProgress('Restoring')
      const readLedger = (head: Manifest) => checkLedger(file, head, path, env).catch(unreadableLedger(path))
      const manifest = await restore(db, storage, file, readLedger, progress.update)
        .catch(inOneSentence(file))
        .finally(progress.stop)
      await recordAction(db, { action: 'operator_command', operator, detail: { command: 'restore' } })
      print(`Restored from ${file}: ${describe(manifest)}. All members must sign in again.`)
      const deletions = await replayLedger(db, storage, path, env)
      print(
        existsSync(path)
          ? `Deletion ledger ${path}: ${countedNoun(deletions.deleted, 'account')} deleted again, ${deletions.restored} restored again.`
          : `There is no deletion ledger ${path}. Accounts that were deleted after the backup exist again, and passwords, API keys, feed addresses and roles that ended after it work again. Run "hurd deletions replay FILE" with the ledger before you start Hurd.`,
      )
      for (const line of deletions.rights ? describeRights(deletions.rights) : []) print(line)
      if (deletions.skipped > 0) {
        print(
          `${countedNoun(deletions.skipped, 'entry', 'entries')} of ${path} skipped because of an unknown key.`,
        )
      }
      const links = await renewRestoreLinks(db, env.publicOrigin)
      if (links > 0) print(`${countedNoun(links, 'new link')} to restore a deleted account sent by email.`)
      const check = await runCheck(db, storage, { print, report })
      return { file, ...totalsOf(manifest), deletions, links, ...check }
    },
  }),
]

/** Records a backup. A backup of a replica is not recorded, because a replica is read-only. */
async function recordBackup(db: Db, bytes: number, manifest: Manifest): Promise<void> {
  const [server] = await db<{ is_replica: boolean }[]>`select pg_is_in_recovery() as is_replica`
  if (server?.is_replica) return
  const { taken_at, rows } = totalsOf(manifest)
  await db`insert into backups (taken_at, bytes, table_rows) values (${taken_at}, ${bytes}, ${rows})
           on conflict (taken_at) do nothing`
}

function readFile(command: string, args: string[]): string {
  const [file = '', ...more] = args
  if (file === '' || more.length > 0) {
    throw new UsageError(`${command} requires the name of one file.`)
  }
  return resolve(file)
}

function totalsOf({ taken_at, migrations, tables, pictures }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { taken_at, schema: migrations.at(-1)?.version, tables: tables.length, rows, pictures }
}

function describe(manifest: Manifest): string {
  const { taken_at, tables, rows, pictures } = totalsOf(manifest)
  return `${rows.toLocaleString('en-US')} rows of ${tables} tables and ${pictures} pictures as of ${taken_at}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function unreadableLedger(path: string): (error: unknown) => never {
  return (error) => {
    if (['EACCES', 'EPERM', 'EISDIR', 'ENOTDIR'].some((code) => hasErrorCode(error, code))) {
      throw new CommandError(`The deletion ledger ${path} cannot be read by this user.`)
    }
    throw error
  }
}

function inOneSentence(file: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof StorageError) throw new CommandError(`${error.message}: try again.`)
    if (hasErrorCode(error, 'ENOSPC') || hasErrorCode(error, 'EDQUOT')) {
      throw new CommandError(`Not enough disk space for ${file}. Free some space or choose another disk.`)
    }
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) {
      throw new CommandError(`The folder of ${file} does not exist.`)
    }
    if (hasErrorCode(error, 'EACCES') || hasErrorCode(error, 'EROFS') || hasErrorCode(error, 'EPERM')) {
      throw new CommandError(`${file} cannot be written by this user.`)
    }
    throw error
  }
}
