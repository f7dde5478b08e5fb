import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Command, type CommandContext, UsageError } from '../cli/command.ts'
import { manifestOf } from './bulk/manifest.ts'
import { selectNextFolder } from './bulk/selectRecords.ts'
import { writeFolder } from './bulk/writeFolder.ts'

export const commands: Command[] = [
  {
    words: ['bulk', 'write'],
    usage: 'FOLDER',
    about: 'Writes the bulk files of open data to a folder, by jurisdiction and session, while the app runs.',
    audit: 'none',
    run: writeBulkFiles,
  },
]

async function writeBulkFiles(args: string[], { db, print }: CommandContext) {
  const [target, ...more] = args
  if (!target || more.length > 0) throw new UsageError('Name one folder.')
  const top = resolve(target)
  await mkdir(top, { recursive: true })
  const folders: string[] = []
  let bills = 0
  for (let folder = await selectNextFolder(db, null); folder; folder = await selectNextFolder(db, folder)) {
    const name = `${folder.place}/${folder.session}`
    const part = await mkdtemp(join(top, '.part-'))
    try {
      const files = (await writeFolder(db, folder, part)) ?? []
      const written_at = new Date().toISOString()
      const manifest = manifestOf(
        name,
        files.map((file) => ({ ...file, written_at })),
      )
      await writeFile(join(part, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
      const directory = join(top, name)
      await mkdir(directory, { recursive: true })
      // The manifest comes last, so that it never names a file that is not there yet.
      for (const file of [...files.map((written) => written.name), 'manifest.json']) {
        await rename(join(part, file), join(directory, file))
      }
      const count = files.find((file) => file.name === 'bills.jsonl.gz')?.row_count ?? 0
      bills += count
      folders.push(name)
      print(`${name}: ${count} bills`)
    } finally {
      await rm(part, { recursive: true, force: true })
    }
  }
  print(`${bills} bills in ${folders.length} folders`)
  return { folders, bills }
}
