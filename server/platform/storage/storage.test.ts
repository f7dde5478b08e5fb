import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallPictureUrl, removePicture } from '#contract/people.ts'
import { pageLength, startSignedS3 } from '#server/testing/external/signedS3.ts'
import { fetchBytes, jpeg, upload } from '#server/testing/pictures.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { bulkFileName, type FileStorage, type Storage, StorageError } from './storage.ts'
import { openFolder } from './storageFolder.ts'
import { openStorage } from './storagePlace.ts'
import { openS3 } from './storageS3.ts'

const keys = { region: 'us-east-1', accessKeyId: 'TESTKEY', secretAccessKey: 'TESTSECRET' }

let folder: string
let signed: Awaited<ReturnType<typeof startSignedS3>>
let silentServer: Server
const storages: Record<string, Storage> = {}
const bulkStorages: Record<string, FileStorage> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hurd-storage-'))
  signed = await startSignedS3(['pictures', 'others'], keys)
  const { endpoint } = signed
  // This server accepts connections and never answers.
  silentServer = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  storages['a folder'] = openFolder(join(folder, 'made when needed', 'uploads'))
  storages['an S3-compatible store'] = openS3({ ...keys, endpoint, bucket: 'pictures' })
  bulkStorages['a folder'] = openFolder(join(folder, 'bulk'), bulkFileName)
  const bucket = { ...keys, endpoint, bucket: 'pictures' }
  bulkStorages['an S3-compatible store'] = openS3(bucket, 'bulk/', bulkFileName)
})
afterAll(async () => {
  signed.close()
  silentServer.close()
  await rm(folder, { recursive: true, force: true })
})

const newFileName = () => `${randomBytes(16).toString('hex')}-400.webp`

async function listNames(storage: Storage) {
  const names: string[] = []
  for await (const { name } of storage.list()) names.push(name)
  return names.toSorted()
}

describe.each(['a folder', 'an S3-compatible store'])('%s', (kind) => {
  test('returns a stored file until it is removed', async () => {
    const storage = storages[kind]!
    expect(await listNames(storage)).toEqual([])
    const name = newFileName()
    const bytes = randomBytes(70_000)
    expect(await storage.get(name)).toBeNull()
    await storage.put(name, bytes)
    const found = await storage.get(name)
    expect(found?.bytes).toBe(bytes.length)
    expect(await buffer(found!.stream)).toEqual(bytes)

    const before = Date.now() - 5_000
    for await (const stored of storage.list()) {
      expect(stored.name).toBe(name)
      expect(stored.changedAt.getTime()).toBeGreaterThan(before)
      expect(stored.changedAt.getTime()).toBeLessThan(Date.now() + 5_000)
    }
    await storage.remove(name)
    await storage.remove(name)
    expect(await storage.get(name)).toBeNull()
    expect(await listNames(storage)).toEqual([])
  })

  test('stores a copy of a file from the disk, apart from the pictures', async () => {
    const storage = bulkStorages[kind]!
    const name = `${randomBytes(32).toString('hex')}.gz`
    const bytes = randomBytes(700_000)
    await writeFile(join(folder, 'large'), bytes)
    await storage.putFile(name, join(folder, 'large'))
    const found = await storage.get(name)
    expect(found?.bytes).toBe(bytes.length)
    expect(await buffer(found!.stream)).toEqual(bytes)
    const part = await storage.get(name, { first: 100_000, last: 650_000 })
    expect(part?.bytes).toBe(550_001)
    expect(await buffer(part!.stream)).toEqual(bytes.subarray(100_000, 650_001))
    expect(await listNames(storage)).toEqual([name])
    expect(await listNames(storages[kind]!)).toEqual([])
    await expect(storage.putFile(newFileName(), join(folder, 'large'))).rejects.toThrow(StorageError)
    await storage.remove(name)
  })

  test('accepts only file names that Hurd generates', async () => {
    const storage = storages[kind]!
    for (const name of ['../../etc/passwd', 'a.webp', `${newFileName()}/x`, `${newFileName()}.html`, '']) {
      await expect(storage.put(name, Buffer.from('x'))).rejects.toThrow(StorageError)
      await expect(storage.get(name)).rejects.toThrow(StorageError)
      await expect(storage.remove(name)).rejects.toThrow(StorageError)
    }
  })

  test('stores the pictures of a running server, which are uploaded, served, replaced and removed', async () => {
    const storage = storages[kind]!
    const app = await startTestServer({}, '/nowhere', { storage })
    const ana = await app.member('ana')
    const first = await upload(app.origin, ana, await jpeg())
    const { url } = await upload(app.origin, ana, await jpeg())
    expect(await listNames(storage)).toEqual(
      [url, smallPictureUrl(url)].map((path) => path.replace('/uploads/', '')).toSorted(),
    )
    expect((await fetchBytes(app.origin, first.url)).status).toBe(404)
    const { status, bytes, headers } = await fetchBytes(app.origin, smallPictureUrl(url))
    expect([status, headers.get('content-type'), bytes.subarray(8, 12).toString()]).toEqual([
      200,
      'image/webp',
      'WEBP',
    ])
    await ana.call(removePicture, {})
    expect(await listNames(storage)).toEqual([])
    await app.close()
  })
})

test('a folder ignores files that Hurd did not create, and no incomplete file remains in it', async () => {
  const path = join(folder, 'shared')
  await mkdir(path)
  await writeFile(join(path, 'notes.txt'), 'mine')
  const storage = openFolder(path)
  await storage.put(newFileName(), randomBytes(100))
  expect(await listNames(storage)).toHaveLength(1)
  expect((await readdir(path)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a bucket lists more files than fit on one page of a list', async () => {
  const storage = openS3({ ...keys, endpoint: signed.endpoint, bucket: 'others' })
  const names = Array.from({ length: 2 * pageLength + 5 }, newFileName)
  for (let start = 0; start < names.length; start += 50) {
    await Promise.all(names.slice(start, start + 50).map((name) => storage.put(name, Buffer.from('x'))))
  }
  expect(await listNames(storage)).toEqual(names.toSorted())
})

test('a store accepts only requests that are signed with its keys for its region', async () => {
  const { refused } = signed.seen
  const settings = { ...keys, endpoint: signed.endpoint, bucket: 'pictures' }
  const name = newFileName()
  await openS3(settings).put(name, Buffer.from('signed'))
  for (const wrong of [{ accessKeyId: 'WRONG' }, { secretAccessKey: 'WRONG' }, { region: 'eu-west-1' }]) {
    await expect(openS3({ ...settings, ...wrong }).get(name)).rejects.toThrow(StorageError)
  }
  expect(signed.seen.refused).toBe(refused + 3)
  await openS3(settings).remove(name)
})

test('pictures are stored in S3 if it is configured, and in a folder if not', async () => {
  const [bucket, dataDir] = ['pictures', join(folder, 'data')]
  const name = newFileName()
  await openStorage({ s3: { ...keys, endpoint: signed.endpoint, bucket }, dataDir }).put(
    name,
    Buffer.from('x'),
  )
  expect(await storages['an S3-compatible store']!.get(name)).not.toBeNull()
  await openStorage({ s3: null, dataDir }).put(name, Buffer.from('x'))
  expect(await readdir(join(dataDir, 'uploads'))).toEqual([name])
})

// The folder of a disk of 64 kB. Only root can mount it, so the test is skipped for other users.
const smallDisk = join(tmpdir(), `hurd-small-${randomBytes(4).toString('hex')}`)
const hasSmallDisk =
  process.getuid?.() === 0 &&
  spawnSync('mkdir', [smallDisk]).status === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', smallDisk]).status === 0
afterAll(async () => {
  if (hasSmallDisk) spawnSync('umount', ['-l', smallDisk])
  await rm(smallDisk, { recursive: true, force: true })
})

async function tryUpload(storage: Storage) {
  const app = await startTestServer({}, '/nowhere', { storage })
  const ana = await app.member('ana')
  const { status, body } = await upload(app.origin, ana, await jpeg(1200, 900))
  const [row] = await app.pool`select profile_picture_url as url from users where user_id = ${ana.user_id}`
  const download = await fetchBytes(app.origin, `/uploads/${newFileName()}`)
  const responses = JSON.stringify(body) + download.bytes.toString()
  const health = await app.send('GET', '/api/health')
  await app.close()
  expect(responses).not.toMatch(/127\.0\.0\.1|tmp|TESTKEY|TESTSECRET/)
  expect(health.status).toBe(200)
  return { status, code: body['code'], url: row?.['url'], downloadStatus: download.status }
}

// covers HURD-PICTURE-01
test('an upload to a store that does not answer is refused after three seconds, even if garbage is collected', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const endpointOfSilence = `http://127.0.0.1:${portOf(silentServer)}`
  const storage = openS3({ ...keys, endpoint: endpointOfSilence, bucket: 'pictures' })
  const connected = once(silentServer, 'connection')
  const refused = expect(storage.put(newFileName(), randomBytes(1000))).rejects.toThrow(StorageError)
  await connected
  collectGarbage()
  await refused
})

// covers HURD-PICTURE-01
test('an upload is sent again to a store that is busy once, and refused by one that stays busy', async () => {
  let requests = 0
  const busyStore = createHttpServer((_, response) => {
    requests += 1
    response.writeHead(requests === 1 || requests > 2 ? 503 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(busyStore, 'listening')
  const storage = openS3({ ...keys, endpoint: `http://127.0.0.1:${portOf(busyStore)}`, bucket: 'pictures' })
  await storage.put(newFileName(), randomBytes(1000))
  expect(requests).toBe(2)
  await expect(storage.put(newFileName(), randomBytes(1000))).rejects.toThrow(StorageError)
  expect(requests).toBe(4)
  busyStore.close()
})

describe('a storage that cannot store a picture', () => {
  const refused = { status: 507, code: 'storage_unavailable', url: null }

  test('refuses it with a clear error and stores no part of it when a file has the path of the folder', async () => {
    const path = join(folder, 'a file')
    await writeFile(path, '')
    expect(await tryUpload(openFolder(path))).toEqual({ ...refused, downloadStatus: 503 })
  })

  test.skipIf(!hasSmallDisk)('refuses it on a full disk, and stores it when there is room', async () => {
    await writeFile(join(smallDisk, 'filler'), Buffer.alloc(63 * 1024)).catch(() => undefined)
    expect(await tryUpload(openFolder(smallDisk))).toEqual({ ...refused, downloadStatus: 404 })
    expect(await readdir(smallDisk)).toEqual(['filler'])
    await rm(join(smallDisk, 'filler'))
    expect(await tryUpload(openFolder(smallDisk))).toMatchObject({ status: 200 })
  })

  // With a store that never answers, each request waits for its full time limit, and each case starts its own test
  // server. On a busy machine this takes longer than the default timeout of a test.
  const slow = { timeout: 60_000 }

  test.each([
    ['is unreachable', () => ({ endpoint: 'http://127.0.0.1:1' })],
    ['never answers', () => ({ endpoint: `http://127.0.0.1:${portOf(silentServer)}` })],
    ['rejects the keys', () => ({ accessKeyId: 'WRONG' })],
  ])('refuses it when the store %s', slow, async (_, wrong) => {
    const storage = openS3({ ...keys, endpoint: signed.endpoint, bucket: 'pictures', ...wrong() })
    expect(await tryUpload(storage)).toEqual({ ...refused, downloadStatus: 503 })
  })

  test('refuses it when the store does not have the bucket', slow, async () => {
    const storage = openS3({ ...keys, endpoint: signed.endpoint, bucket: 'none-such' })
    expect(await tryUpload(storage)).toMatchObject(refused)
  })
})

function portOf(server: Server) {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
