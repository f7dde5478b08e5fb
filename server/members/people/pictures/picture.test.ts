import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { smallPictureUrl, getUserByUsername, pictureMaxBytes, removePicture } from '#contract/people.ts'
import { commands } from '#server/operations/check/operator.ts'
import { removeOrphans } from '#server/platform/storage/pictureFiles.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { colorAt, fetchBytes, jpeg, send, twoHalves, upload } from '#server/testing/pictures.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function storedFiles(): Promise<string[]> {
  const names: string[] = await readdir(join(app.dataDir, 'uploads')).catch(() => [])
  return names.toSorted()
}

async function pictureOf(user_id: string) {
  const [row] = await app.pool<{ url: string | null }[]>`
    select profile_picture_url as url from users where user_id = ${user_id}`
  return row?.url
}

const filesOf = (url: string) =>
  [url, smallPictureUrl(url)].map((path) => path.replace('/uploads/', '')).toSorted()

async function check(...words: string[]) {
  return runArguments(commands, ['check', ...words], commandContext(app))
}

describe('uploadPicture', () => {
  // covers ACC-API-27 ACC-API-28 ACC-PICTURE-11 ACC-PICTURE-12 ACC-PICTURE-13
  test.each(['jpeg', 'png', 'webp'] as const)(
    'accepts a %s and makes two small squares from it',
    async (format) => {
      const ana = await app.member(`ana-${format}`)
      const picture = await twoHalves(900, 300).toFormat(format).toBuffer()
      const { status, body, url } = await upload(app.origin, ana, picture, { type: `image/${format}` })
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          profilePictureUrl: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-400\.webp$/),
        },
      })
      for (const [address, side] of [
        [url, 400],
        [smallPictureUrl(url), 80],
      ] as const) {
        const { bytes, headers } = await fetchBytes(app.origin, address)
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: side, height: side })
        expect((await colorAt(bytes, 0.2, 0.5))[0]).toBeGreaterThan(200)
        expect((await colorAt(bytes, 0.8, 0.5))[2]).toBeGreaterThan(200)
        expect(bytes.length).toBeLessThan(20_000)
        expect(headers.get('content-type')).toBe('image/webp')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
        expect(headers.get('content-length')).toBe(String(bytes.length))
      }
      const { profile } = await ana.call(getUserByUsername, { username: ana.username })
      expect(profile.profilePictureUrl).toBe(url)
    },
  )

  // covers ACC-API-28
  test('replaces the former picture, whose URL stops working', async () => {
    const ben = await app.member('ben')
    const before = await storedFiles()
    const first = await upload(app.origin, ben, await jpeg())
    const second = await upload(app.origin, ben, await jpeg())
    expect(second.url).not.toBe(first.url)
    expect(await pictureOf(ben.user_id)).toBe(second.url)
    expect((await fetchBytes(app.origin, first.url)).status).toBe(404)
    expect((await fetchBytes(app.origin, smallPictureUrl(first.url))).status).toBe(404)
    expect(await storedFiles()).toEqual([...before, ...filesOf(second.url)].toSorted())
  })

  test('keeps exactly one picture when several are uploaded at once', async () => {
    const cleo = await app.member('cleo')
    const before = await storedFiles()
    const pictures = await Promise.all([1, 2, 3, 4, 5].map(() => jpeg()))
    const responses = await Promise.all(pictures.map((picture) => upload(app.origin, cleo, picture)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const url = (await pictureOf(cleo.user_id)) ?? ''
    expect(await storedFiles()).toEqual([...before, ...filesOf(url)].toSorted())
  })

  // covers ACC-PICTURE-15 ACC-PICTURE-16
  test('accepts 5 MiB, and not one byte more', async () => {
    const dan = await app.member('dan')
    const picture = await jpeg()
    const padded = Buffer.concat([picture, Buffer.alloc(pictureMaxBytes - picture.length)])
    expect((await upload(app.origin, dan, padded)).status).toBe(200)
    expect(await upload(app.origin, dan, Buffer.concat([padded, Buffer.alloc(1)]))).toMatchObject({
      status: 413,
      body: { success: false, code: 'picture_too_large', error: 'File too large. Maximum size is 5MB.' },
    })
  })

  test('is allowed for active members, ten times a minute', async () => {
    const picture = await jpeg()
    expect(await upload(app.origin, { token: null }, picture)).toMatchObject({ status: 401 })
    const eva = await app.member('eva', { account_status: 'inactive' })
    expect(await upload(app.origin, eva, picture)).toMatchObject({
      status: 403,
      body: { code: 'account_deactivated' },
    })

    const limited = await startTestServer({ rateLimits: true })
    const flo = await limited.member('flo')
    const empty = () => send(limited.origin, flo, new FormData())
    for (let at = 0; at < 10; at += 1) expect((await empty()).status).toBe(400)
    expect(await empty()).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    await limited.close()
  })
})

describe('removePicture', () => {
  // covers ACC-API-29
  test('removes the picture, and succeeds without one', async () => {
    const gus = await app.member('gus')
    const before = await storedFiles()
    const { url } = await upload(app.origin, gus, await jpeg())
    for (const _ of [1, 2]) {
      expect(await gus.call(removePicture, {})).toEqual({ success: true, profilePictureUrl: null })
    }
    expect(await pictureOf(gus.user_id)).toBeNull()
    expect((await fetchBytes(app.origin, url)).status).toBe(404)
    expect(await storedFiles()).toEqual(before)
  })
})

describe('/uploads', () => {
  test('answers 404 without a body for everything that is not a stored picture', async () => {
    const none = '0'.repeat(32)
    for (const path of [
      `${none}-400.webp`,
      `${none}-400.webp%00.png`,
      '..%2f..%2fpackage.json',
      '..%5c..%5cpackage.json',
      'a/b/c.webp',
      '',
    ]) {
      const { status, bytes, headers } = await fetchBytes(app.origin, `/uploads/${path}`)
      expect([path, status, bytes.length, headers.get('cache-control')]).toEqual([path, 404, 0, 'no-store'])
    }
  })
})

describe('files and rows', () => {
  test('the picture is deleted with the account', async () => {
    const olga = await app.member('olga')
    const { url } = await upload(app.origin, olga, await jpeg())
    expect((await fetch(app.origin + url)).status).toBe(200)
    await olga.call(deleteAccount, {})
    expect((await fetch(app.origin + url)).status).toBe(404)
  })

  test('hurd check reports a picture without its file, and a file without a picture', async () => {
    const hal = await app.member('hal')
    const { url } = await upload(app.origin, hal, await jpeg())
    expect(await check()).toMatchObject({ ok: true })

    const [large = '', small = ''] = filesOf(url)
    await app.storage.remove(small)
    await app.storage.put(`${'a'.repeat(32)}-400.webp`, Buffer.from('left behind'))
    const what = 'a picture'
    expect(await check()).toMatchObject({
      ok: false,
      problems: [{ what, where: hal.user_id, stored: small, actual: 'no such file' }],
    })
    const hoursAgo = new Date(Date.now() - 2 * 60 * 60_000)
    for (const name of [large, `${'a'.repeat(32)}-400.webp`]) {
      await utimes(join(app.dataDir, 'uploads', name), hoursAgo, hoursAgo)
    }
    const orphan = {
      what,
      where: `${'a'.repeat(32)}-400.webp`,
      stored: 'a file',
      actual: 'not used by any profile or portrait',
    }
    expect(await check()).toMatchObject({ problems: [{ where: hal.user_id }, orphan] })
    expect(await check('--repair')).toMatchObject({ ok: false, problems: [{ where: hal.user_id }] })
    await hal.call(removePicture, {})
    expect(await check()).toMatchObject({ ok: true })
  })

  test('maintenance deletes old orphaned files and nothing else', async () => {
    const ida = await app.member('ida')
    const { url } = await upload(app.origin, ida, await jpeg())
    const before = await storedFiles()
    const [old, fresh] = [`${'b'.repeat(32)}-80.webp`, `${'c'.repeat(32)}-80.webp`]
    const hoursAgo = new Date(Date.now() - 2 * 60 * 60_000)
    for (const name of [old, fresh]) await app.storage.put(name, Buffer.from('left behind'))
    for (const name of [old, ...filesOf(url)]) {
      await utimes(join(app.dataDir, 'uploads', name), hoursAgo, hoursAgo)
    }
    expect(await removeOrphans(app.pool, app.storage)).toBe(1)
    expect(await storedFiles()).toEqual([...before, fresh].toSorted())
  })
})
