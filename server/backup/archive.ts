import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { CommandError } from '../cli/command.ts'
import { hasErrorCode } from '../kit/folderLock.ts'
import { type Manifest, type ManifestHead, type Member, readManifest } from './manifest.ts'

const manifestName = 'manifest.json'
/** The manifest's own SHA-256, after it: the last member, so an archive that was cut short has none. */
const sealName = 'manifest.sha256'
/** Of a manifest: a few hundred thousand pictures. */
const longestManifest = 256 * 1024 * 1024

/** Adds a member; answers when it has been handed on, so that never more than a few are held in memory. */
export type AddMember = (name: string, bytes: Buffer) => Promise<void>

/**
 * Writes a gzipped tar: what `fill` adds, and its manifest. The file is for its owner alone, appears under its name when
 * it is whole, and never takes another's place. Answers its size in bytes.
 */
export async function writeArchive(
  path: string,
  fill: (add: AddMember) => Promise<ManifestHead>,
): Promise<{ bytes: number; manifest: Manifest }> {
  if (existsSync(path)) throw alreadyThere(path)
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  const tar = pack()
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  const writing = pipeline(Readable.from(tar, { objectMode: false }), createGzip({ level: 4 }), file)
  // It is waited for below; until then nobody may think that it went unnoticed.
  writing.catch(() => {})
  try {
    const manifest = await fillAndSeal(tar, fill).catch(async (error: Error) => {
      tar.destroy(error)
      // When the disk is full, that is the cause, and not what came of it.
      await writing
      throw error
    })
    await writing
    await keepAs(part, path)
    return { bytes: file.bytesWritten, manifest }
  } finally {
    await rm(part, { force: true })
  }
}

async function fillAndSeal(
  tar: ReturnType<typeof pack>,
  fill: (add: AddMember) => Promise<ManifestHead>,
): Promise<Manifest> {
  const members: Member[] = []
  const put = (name: string, bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
    })
  const head = await fill(async (name, bytes) => {
    members.push({ name, bytes: bytes.byteLength, sha256: hashOf(bytes) })
    await put(name, bytes)
  })
  const manifest = { ...head, members }
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await put(manifestName, text)
  // As `sha256sum` writes it, and checks it.
  await put(sealName, `${hashOf(text)}  ${manifestName}\n`)
  tar.finalize()
  return manifest
}

/** A link refuses where the name is taken, also by whoever was faster; some file systems have none. */
async function keepAs(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST') || existsSync(path)) throw alreadyThere(path)
    await rename(part, path)
  }
  const folder = await open(dirname(path), 'r')
  await folder.sync()
  await folder.close()
}

function alreadyThere(path: string): CommandError {
  return new CommandError(`${path} is already there, and a backup overwrites nothing: choose another name.`)
}

/** Each member with its bytes, as they stand in the archive, without the manifest; any fault of the file is thrown. */
export async function* readMembers(path: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for await (const { name, read } of readAll(path)) {
    // Read in any case: the next member comes when this one has gone by.
    const bytes = await read()
    if (name !== manifestName && name !== sealName) yield { name, bytes }
  }
}

async function* readAll(path: string) {
  const tar = extract()
  const source = createReadStream(path)
  const text = createGunzip()
  // The reader is told of every trouble before it.
  source.on('error', (error) => tar.destroy(error))
  text.on('error', (error) => tar.destroy(error))
  source.pipe(text).pipe(tar)
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header
      if (type !== 'file' || size > longestManifest) throw new Error(`a member ${name} that is none of ours`)
      const read = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of entry) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
        return Buffer.concat(chunks)
      }
      yield { name, read }
    }
  } finally {
    source.destroy()
    text.destroy()
  }
}

/** Reads all of it and compares every sum. Throws `CommandError` for a file that is not, to the byte, what was written. */
export async function verifyArchive(path: string): Promise<Manifest> {
  const seen: Member[] = []
  const last = new Map<string, string>()
  try {
    for await (const { name, read } of readAll(path)) {
      const bytes = await read()
      if (name === manifestName || name === sealName) last.set(name, bytes.toString())
      else seen.push({ name, bytes: bytes.byteLength, sha256: hashOf(bytes) })
    }
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) throw new CommandError(`There is no file ${path}.`)
    if (hasErrorCode(error, 'EACCES') || hasErrorCode(error, 'EISDIR')) {
      throw new CommandError(`${path} cannot be read as a file.`)
    }
    throw notWhole(path, error instanceof Error ? error.message : String(error))
  }
  const text = last.get(manifestName)
  const seal = last.get(sealName)
  if (text === undefined || seal === undefined) throw notWhole(path, 'it ends before its manifest')
  if (seal !== `${hashOf(text)}  ${manifestName}\n`) throw notWhole(path, 'its manifest was altered')
  const manifest = readManifest(text)
  if (!manifest) throw new CommandError(`${path} was made by a release of Hurd that this one does not know.`)
  const wrong = firstDifference(manifest.members, seen)
  if (wrong) throw notWhole(path, `${wrong} is not what was written`)
  return manifest
}

function firstDifference(written: Member[], seen: Member[]): string | null {
  const at = written.findIndex((one, place) => {
    const found = seen[place]
    return found?.name !== one.name || found.bytes !== one.bytes || found.sha256 !== one.sha256
  })
  if (at !== -1) return written[at]!.name
  return seen[written.length]?.name ?? null
}

function notWhole(path: string, why: string): CommandError {
  return new CommandError(`${path} is not a whole backup of Hurd (${why}): nothing was restored.`)
}

function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
