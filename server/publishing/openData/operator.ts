import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { type Command, type CommandContext, UsageError } from '#server/platform/cli/command.ts'
import { openProgress, type Progress } from '#server/platform/cli/progress.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { hasErrorCode } from '#server/platform/processes/folderLock.ts'
import { manifestOf } from './bulk/manifest.ts'
import { countFolders, selectNextFolder } from './bulk/selectRecords.ts'
import { type BulkFile, writeFolder } from './bulk/writeFolder.ts'

export const commands: Command[] = [
  {
    words: ['bulk', 'write'],
    usage: 'FOLDER',
    about: 'Writes the bulk files of open data to a folder, by jurisdiction and session, while the app runs.',
    audit: 'none',
    run: writeBulkFiles,
  },
]

const partPrefix = '.part-'
/** No folder takes that long to write, so no process still writes to an older part. */
const abandonedMs = 24 * 60 * 60_000

async function writeBulkFiles(args: string[], { db, print }: CommandContext) {
  const [target, ...more] = args
  if (!target || more.length > 0) throw new UsageError('Name one folder.')
  const top = resolve(target)
  await mkdir(top, { recursive: true })
  await removeAbandonedParts(top)
  const progress = openProgress('Writing')
  try {
    return await writeFolders(db, top, progress, progress.above(print))
  } finally {
    progress.stop()
  }
}

async function writeFolders(db: Pool, top: string, progress: Progress, print: CommandContext['print']) {
  const total = progress.isShown ? await countFolders(db) : 0
  const folders: string[] = []
  let bills = 0
  let changed = 0
  for (let folder = await selectNextFolder(db, null); folder; folder = await selectNextFolder(db, folder)) {
    const name = `${folder.place}/${folder.session}`
    progress.update(folders.length, total, name)
    const part = await mkdtemp(join(top, partPrefix))
    try {
      const files = (await writeFolder(db, folder, part)) ?? []
      const isChanged = await replaceFolder(part, join(top, name), name, files)
      const count = files.find((file) => file.name === 'bills.jsonl.gz')?.row_count ?? 0
      bills += count
      if (isChanged) changed += 1
      folders.push(name)
      print(`${name}: ${countedNoun(count, 'bill')}${isChanged ? '' : ', unchanged'}`)
    } finally {
      await rm(part, { recursive: true, force: true })
    }
  }
  print(
    `${countedNoun(bills, 'bill')} in ${countedNoun(folders.length, 'folder')}, ${changed} of them changed`,
  )
  return { folders, bills, changed }
}

/**
 * Replaces the files that differ from those of the last run. The other files keep their modification time so that a
 * tool that copies the folder does not send them again.
 */
async function replaceFolder(
  part: string,
  directory: string,
  name: string,
  files: BulkFile[],
): Promise<boolean> {
  const hashes = await listedFiles(directory)
  const changed: string[] = []
  for (const { name: file, sha256, bytes } of files) {
    const isListed = hashes.get(file) === sha256
    const isComplete = isListed && (await sizeOf(join(directory, file))) === bytes
    if (!isComplete) changed.push(file)
  }
  if (changed.length === 0 && hashes.size === files.length) return false
  const written_at = new Date().toISOString()
  const manifest = manifestOf(
    name,
    files.map((file) => ({ ...file, written_at })),
  )
  await writeFile(join(part, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await mkdir(directory, { recursive: true })
  // The manifest comes last so that it never names a file that is not in the folder yet.
  for (const file of [...changed, 'manifest.json']) await rename(join(part, file), join(directory, file))
  return true
}

const Manifest = z.object({ files: z.array(z.object({ name: z.string(), sha256: z.string() })) })

/** Returns the SHA-256 by file name from the manifest of the last run. Empty if there is no readable manifest. */
async function listedFiles(directory: string): Promise<Map<string, string>> {
  try {
    const { files } = Manifest.parse(JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')))
    return new Map(files.map(({ name, sha256 }) => [name, sha256]))
  } catch {
    return new Map()
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Removes the parts of runs that were killed. */
async function removeAbandonedParts(top: string): Promise<void> {
  const before = Date.now() - abandonedMs
  for (const name of await readdir(top)) {
    if (!name.startsWith(partPrefix)) continue
    const part = join(top, name)
    if ((await stat(part)).mtimeMs < before) await rm(part, { recursive: true, force: true })
  }
}
