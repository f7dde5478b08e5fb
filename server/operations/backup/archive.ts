import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { CommandError } from '#server/platform/cli/command.ts'
import { hasErrorCode } from '#server/platform/processes/folderLock.ts'
import { type Manifest, type ManifestHead, type Member, readManifest } from './manifest.ts'

const manifestName = 'manifest.json'
/** The last member of the archive contains the SHA-256 of the manifest. A truncated archive does not have it. */
const sealName = 'manifest.sha256'
/** The largest member in bytes that is read. A manifest of this size lists a few hundred thousand pictures. */
const maxMemberBytes = 256 * 1024 * 1024

/**
 * Adds a member to the archive. The promise resolves when the member has been passed on to the file so that only a few
 * members are in memory at the same time.
 */
export type AddMember = (name: string, bytes: Buffer) => Promise<void>

/**
 * Writes a gzipped tar archive with the members that `fill` adds and a manifest. Only the owner can read the file. The
 * file gets its name when it is complete, and never replaces another file. Returns its size in bytes.
 */
export async function writeArchive(
  path: string,
  fill: (add: AddMember) => Promise<ManifestHead>,
): Promise<{ bytes: number; manifest: Manifest }> {
  if (existsSync(path)) throw fileExists(path)
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  const tar = pack()
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  const writing = pipeline(Readable.from(tar, { objectMode: false }), createGzip({ level: 4 }), file)
  // The promise is awaited below. Until then, a rejection must not count as unhandled.
  writing.catch(() => {})
  try {
    const manifest = await fillAndSeal(tar, fill).catch(async (error: Error) => {
      tar.destroy(error)
      // If the disk is full, this throws the disk's error instead of the one that results from it.
      await writing
      throw error
    })
    await writing
    await linkAs(part, path)
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
  // The line has the format of `sha256sum` so that this program can check it.
  await put(sealName, `${hashOf(text)}  ${manifestName}\n`)
  tar.finalize()
  return manifest
}

/**
 * Gives the complete file its name. Creating a link fails if a file with the name exists, even if it was created just
 * now. Some file systems do not support links.
 */
async function linkAs(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST') || existsSync(path)) throw fileExists(path)
    await rename(part, path)
  }
  const folder = await open(dirname(path), 'r')
  await folder.sync()
  await folder.close()
}

function fileExists(path: string): CommandError {
  return new CommandError(`${path} already exists. Choose another name.`)
}

/**
 * Yields the members of the archive in order, without the manifest. Throws when the file is damaged. `onBytes` receives
 * how many bytes of the file have been read.
 */
export async function* readMembers(
  path: string,
  onBytes?: OnBytes,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for await (const { name, read } of readAll(path, onBytes)) {
    // The member is read even if nobody needs it, because the next member comes only after it.
    const bytes = await read()
    if (name !== manifestName && name !== sealName) yield { name, bytes }
  }
}

type OnBytes = (bytes: number) => void

async function* readAll(path: string, onBytes: OnBytes = () => {}) {
  const tar = extract()
  const source = createReadStream(path)
  const gunzip = createGunzip()
  // The reader of the tar must get the errors of the file and of gunzip.
  source.on('error', (error) => tar.destroy(error))
  gunzip.on('error', (error) => tar.destroy(error))
  source.pipe(gunzip).pipe(tar)
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header
      if (type !== 'file' || size > maxMemberBytes) throw new Error(`an unknown member ${name}`)
      const read = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of entry) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
        return Buffer.concat(chunks)
      }
      onBytes(source.bytesRead)
      yield { name, read }
    }
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

/** Reads the whole archive and verifies every checksum. Throws `CommandError` when a byte differs from what was written. */
export async function verifyArchive(path: string, onBytes?: OnBytes): Promise<Manifest> {
  const seen: Member[] = []
  const last = new Map<string, string>()
  try {
    for await (const { name, read } of readAll(path, onBytes)) {
      const bytes = await read()
      if (name === manifestName || name === sealName) last.set(name, bytes.toString())
      else seen.push({ name, bytes: bytes.byteLength, sha256: hashOf(bytes) })
    }
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) throw new CommandError(`There is no file ${path}.`)
    if (hasErrorCode(error, 'EACCES') || hasErrorCode(error, 'EISDIR')) {
      throw new CommandError(`${path} cannot be read as a file.`)
    }
    throw damagedBackup(path, error instanceof Error ? error.message : String(error))
  }
  const text = last.get(manifestName)
  const seal = last.get(sealName)
  if (text === undefined || seal === undefined) throw damagedBackup(path, 'it ends before its manifest')
  if (seal !== `${hashOf(text)}  ${manifestName}\n`) throw damagedBackup(path, 'its manifest was changed')
  const manifest = readManifest(text)
  if (!manifest) throw new CommandError(`${path} was made by an unknown release of Hurd.`)
  const wrong = firstDifference(manifest.members, seen)
  if (wrong) throw damagedBackup(path, `${wrong} was changed`)
  return manifest
}

function firstDifference(written: Member[], seen: Member[]): string | null {
  const index = written.findIndex(({ name, bytes, sha256 }, position) => {
    const member = seen[position]
    return member?.name !== name || member.bytes !== bytes || member.sha256 !== sha256
  })
  if (index !== -1) return written[index]!.name
  return seen[written.length]?.name ?? null
}

function damagedBackup(path: string, why: string): CommandError {
  return new CommandError(`${path} is not a complete backup of Hurd (${why}). Nothing was restored.`)
}

function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
