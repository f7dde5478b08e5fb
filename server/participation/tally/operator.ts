import { type Command, CommandError, defineCommand } from '#server/platform/cli/command.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { findLostPast, readCheckpointFile, writeCheckpointFile } from './checkpointFile.ts'
import { isCheckpointSigned, readCheckpoint, signText } from './core/checkpoint.ts'
import { lines } from './core/leaf.ts'
import { newKeyText, restoredText } from './core/logLines.ts'
import { appendCheckpoint, appendEntry, lockLog, logSize, rootOfLog } from './log.ts'
import { keyLines, replaceSigningKey, signingKey, tallyOrigin } from './signingKey.ts'
import { dayToCount, type TallySettings } from './tally.ts'

export const tallyCommands: Command[] = [
  defineCommand({
    words: ['tally', 'check'],
    options: {
      restored: {
        about: 'Signs that this instance was restored from an older backup, after which the tally continues.',
      },
    },
    about:
      'Checks the log of the tally and its checkpoints, also against the last checkpoint outside the database.',
    async run(_args, { db, env, print }, { restored }) {
      if (restored) await signRestored(db, env)
      const fault = (await findLostPast(db, env)) ?? (await findWrongCheckpoint(db, env.publicOrigin))
      if (fault !== null) throw new CommandError(fault)
      const size = await logSize(db)
      print(`The log of the tally has ${countedNoun(size, 'entry', 'entries')} and adds up.`)
      return { size }
    },
  }),
  defineCommand({
    words: ['tally', 'rotate-key'],
    about: 'Replaces the key that signs the tally. The log says so, signed with the key before it.',
    async run(_args, { db, env, print }) {
      const fault = await findLostPast(db, env)
      if (fault !== null) throw new CommandError(fault)
      const note = await rotateKey(db, env)
      await writeCheckpointFile(env, note)
      const [key = ''] = await keyLines(db, tallyOrigin(env.publicOrigin))
      print(`The key of the tally is now ${key.trimEnd()}`)
      return { key: key.trimEnd() }
    },
  }),
]

async function findWrongCheckpoint(db: Db, publicOrigin: string): Promise<string | null> {
  const keys = await db<{ public_key: Buffer }[]>`select public_key from tally_keys`
  const publicKeys = keys.map(({ public_key }) => public_key)
  const rows = await db<{ size: number; note: string }[]>`
    select size::int, note from tally_checkpoints order by tally_checkpoints.size`
  for (const { size, note } of rows) {
    const origin = note.split('\n')[0] || tallyOrigin(publicOrigin)
    // oxlint-disable-next-line no-await-in-loop -- one short statement after another
    const isRight = (await rootOfLog(db, size)).equals(readCheckpoint(note).root)
    if (!isRight || !isCheckpointSigned(note, origin, publicKeys)) {
      return `The checkpoint of ${countedNoun(size, 'entry', 'entries')} does not belong to the log or is not signed. Restore a backup or ask for help before the next tally.`
    }
  }
  return null
}

/**
 * Adds a signed line that says which checkpoint was lost so that everybody who has it learns why the log no longer continues
 * it.
 */
async function signRestored(pool: Pool, settings: TallySettings): Promise<void> {
  const [note, fault] = [await readCheckpointFile(settings), await findLostPast(pool, settings)]
  if (note === null || fault === null) {
    throw new CommandError('The log continues the last checkpoint, so there is nothing to sign.')
  }
  const lost = readCheckpoint(note)
  const next = await pool.begin(async (db) => {
    await lockLog(db)
    const day = dayToCount(new Date())
    const text = restoredText(day, lost.size, lost.root.toString('base64'))
    const key = await signingKey(db)
    await appendEntry(db, { kind: 'restored', day, line: text + lines(signText(key, text)) })
    return appendCheckpoint(db, key, tallyOrigin(settings.publicOrigin))
  })
  await writeCheckpointFile(settings, next.note)
}

async function rotateKey(pool: Pool, settings: TallySettings): Promise<string> {
  return pool.begin(async (db) => {
    await lockLog(db)
    const before = await signingKey(db)
    const key = await replaceSigningKey(db)
    const day = dayToCount(new Date())
    const text = newKeyText(day, key.publicKey)
    await appendEntry(db, { kind: 'key', day, line: text + lines(signText(before, text)) })
    return (await appendCheckpoint(db, key, tallyOrigin(settings.publicOrigin))).note
  })
}
