import { resolve } from 'node:path'
import { type Command, CommandError, UsageError } from '#server/platform/cli/command.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { openStorage } from '#server/platform/storage/storagePlace.ts'
import { describeRights } from './endRights.ts'
import { readLines } from './ledgerFile.ts'
import { replayLedger } from './replay.ts'

export const commands: Command[] = [
  {
    words: ['deletions', 'replay'],
    usage: 'FILE',
    about:
      'Deletes the accounts in a deletion ledger again and ends the rights in it, after a restore from an older backup.',
    async run(args, { db, env, print }) {
      const [file, ...more] = args
      if (!file || more.length > 0) {
        throw new UsageError('deletions replay requires the name of one ledger file.')
      }
      const path = resolve(file)
      if ((await readLines(path)).length === 0) throw new CommandError(`${path} has no entries.`)
      const replayed = await replayLedger(db, openStorage(env), path, env)
      print(
        `${countedNoun(replayed.entries, 'new entry', 'new entries')}: ${countedNoun(replayed.deleted, 'account')} deleted again, ${replayed.restored} restored again.`,
      )
      for (const line of replayed.rights ? describeRights(replayed.rights) : []) print(line)
      if (replayed.skipped > 0) {
        print(`${countedNoun(replayed.skipped, 'entry', 'entries')} with an unknown key skipped.`)
      }
      return { file: path, ...replayed }
    },
  },
]
