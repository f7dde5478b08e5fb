import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '#server/platform/postgres/db.ts'
import { hasErrorCode } from '#server/platform/processes/folderLock.ts'
import { readCheckpoint } from './core/checkpoint.ts'
import { logSize, rootOfLog } from './log.ts'

/** The settings that say where the newest checkpoint is kept: beside the ledger of deletions, outside the database. */
export type CheckpointFileSettings = { deletionLedger: string }

function pathOf({ deletionLedger }: CheckpointFileSettings): string {
  return join(dirname(deletionLedger), 'tally.checkpoint')
}

export async function writeCheckpointFile(settings: CheckpointFileSettings, note: string): Promise<void> {
  const path = pathOf(settings)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, note)
  await rename(`${path}.new`, path)
}

export async function readCheckpointFile(settings: CheckpointFileSettings): Promise<string | null> {
  try {
    return await readFile(pathOf(settings), 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

/**
 * Returns a sentence if the log in the database does not continue the checkpoint in the file, as after a restore from an older
 * backup. Null if it does, or if there is no file yet.
 */
export async function findLostPast(db: Db, settings: CheckpointFileSettings): Promise<string | null> {
  const note = await readCheckpointFile(settings)
  if (note === null) return null
  const { size, root } = readCheckpoint(note)
  if (size <= (await logSize(db)) && (await rootOfLog(db, size)).equals(root)) return null
  return 'The tally is paused: its log does not continue the checkpoint in tally.checkpoint. After a restore from an older backup, run "hurd tally check --restored".'
}
