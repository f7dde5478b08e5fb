import type { Db } from '#server/platform/postgres/db.ts'
import { readCheckpoint } from './core/checkpoint.ts'
import { unpackLeaves } from './core/leaf.ts'
import { buildSumTree } from './core/sumTree.ts'
import { rootOfLog } from './log.ts'

/** How many entries are read at once, because their leaves may be long. */
const entriesAtOnce = 50

/** Computes the root of every entry whose leaves are stored, for `hurd check`. */
export async function recomputeTallyRoots(db: Db): Promise<object[]> {
  const roots: object[] = []
  for (let after = -1; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one portion after another
    const rows = await db<{ entry_no: number; leaves: Buffer }[]>`
      select entry_no::int, leaves from tally_leaves where entry_no > ${after} order by entry_no limit ${entriesAtOnce}`
    for (const { entry_no, leaves } of rows) {
      // oxlint-disable-next-line no-await-in-loop -- hashing uses the processor anyway
      const { root } = await buildSumTree(unpackLeaves(leaves))
      roots.push({ entry_no, root: root.toString('hex') })
    }
    const last = rows.at(-1)
    if (!last) return roots
    after = last.entry_no
  }
}

/** Computes the root in every checkpoint, for `hurd check`. */
export async function recomputeCheckpoints(db: Db): Promise<object[]> {
  const rows = await db<{ size: number; note: string }[]>`select size::int, note from tally_checkpoints`
  const checkpoints: object[] = []
  for (const { size, note } of rows) {
    const stated = readCheckpoint(note)
    // oxlint-disable-next-line no-await-in-loop -- one short statement after another
    const root = await rootOfLog(db, size)
    checkpoints.push({ size, root: stated.size === size ? root.toString('base64') : 'another size' })
  }
  return checkpoints
}
