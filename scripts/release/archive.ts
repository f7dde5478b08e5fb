import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  lstatSync,
  readFileSync,
  readdirSync,
  readlinkSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'

/**
 * Writes a folder to a gzipped tar under its own name. All entries belong to root and only root can write them, whatever
 * owners and modes the files have on this machine.
 */
export async function writeArchive(folder: string, file: string, level = 9): Promise<void> {
  const tar = pack()
  const writing = pipeline(tar, createGzip({ level }), createWriteStream(file))
  await Promise.all([fill(tar, folder), writing])
}

async function fill(tar: Pack, folder: string): Promise<void> {
  const top = basename(folder)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  for (const path of paths.toSorted()) {
    const from = join(folder, path)
    const stats = lstatSync(from)
    const header = {
      name: `${top}/${path}`,
      mtime: stats.mtime,
      uid: 0,
      gid: 0,
      uname: 'root',
      gname: 'root',
    }
    if (stats.isDirectory()) tar.entry({ ...header, type: 'directory', mode: 0o755 })
    else if (stats.isSymbolicLink()) tar.entry({ ...header, type: 'symlink', linkname: readlinkSync(from) })
    else {
      const mode = stats.mode & 0o100 ? 0o755 : 0o644
      await pipeline(createReadStream(from), tar.entry({ ...header, mode, size: stats.size }))
    }
  }
  tar.finalize()
}

/** A line for `sha256sum --check`. */
export function checksumLine(file: string): string {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  return `${digest}  ${basename(file)}\n`
}
