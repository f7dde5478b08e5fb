import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureMaxBytes } from '#contract/people.ts'
import { openPictureDecoder } from '#server/platform/storage/pictureDecoder.ts'
import { checkPictureFormat, countScans } from '#server/platform/storage/pictureFormat.ts'
import { colorAt, fetchBytes, jpeg, twoHalves, upload } from '#server/testing/pictures.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
})
afterAll(() => app.close())

const wrongType = {
  status: 400,
  body: {
    code: 'picture_type',
    error: 'Invalid file type. Only JPEG, PNG, and WebP images are allowed.',
  },
}

async function large(bytes: Buffer, file = {}) {
  const { status, url } = await upload(app.origin, ana, bytes, file)
  expect(status).toBe(200)
  return (await fetchBytes(app.origin, url)).bytes
}

async function picture() {
  const [row] = await app.pool<{ url: string | null }[]>`
    select profile_picture_url as url from users where user_id = ${ana.user_id}`
  return row?.url
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png({ compressionLevel: 9 })
    .toBuffer()

const progressive = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg({ progressive: true })
    .toBuffer()

/** Repeats the last scan of a progressive JPEG, which stays valid while every scan processes all pixels. */
function withScans(picture: Buffer, scans: number): Buffer {
  const lastScan = picture.lastIndexOf(Buffer.from([0xff, 0xda]))
  const end = picture.length - 2
  const scan = Buffer.concat([picture.subarray(lastScan, end)]).subarray(0, 40)
  return Buffer.concat([
    picture.subarray(0, end),
    ...Array.from({ length: scans }, () => scan),
    picture.subarray(end),
  ])
}

/** Returns the ids of this process's children. */
const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')

describe('a picture', () => {
  // covers ACC-PICTURE-14
  test.each([
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff;', 'latin1')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>1</script>')],
    ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])],
    ['a TIFF', Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(200)])],
    ['an AVIF', Buffer.concat([Buffer.from('\0\0\0\x1cftypavif'), Buffer.alloc(200)])],
    ['the first bytes of a JPEG and nothing else', Buffer.from([0xff, 0xd8, 0xff])],
    ['a PNG of noise', Buffer.from('\x89PNG\r\n\x1a\n and then something else', 'latin1')],
    ['a sound in a RIFF', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
  ])('%s is refused, whatever its name and declared type', async (_, bytes) => {
    const before = await picture()
    for (const type of ['image/jpeg', 'image/png']) {
      expect(await upload(app.origin, ana, bytes, { name: 'me.jpg', type })).toMatchObject(wrongType)
    }
    expect(await picture()).toBe(before)
  })

  test('that is truncated is refused', async () => {
    const noisy = await sharp({
      create: {
        width: 500,
        height: 500,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await sharp(noisy.data, { raw: { width: 500, height: 500, channels: 3 } })
        .toFormat(format)
        .toBuffer()
      expect(await upload(app.origin, ana, whole.subarray(0, whole.length / 2))).toMatchObject(wrongType)
    }
  })

  test('is recognized by its content and not by its declared type', async () => {
    const png = await twoHalves(50, 50).png().toBuffer()
    const name = '../../../etc/passwd\0<script>alert(1)</script>.svg'
    const bytes = await large(png, { name, type: 'image/svg+xml' })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp' })
    expect(await picture()).toMatch(/^\/uploads\/[0-9a-f]{32}-400\.webp$/)
  })
})

describe('a stored picture', () => {
  test('is upright and contains no location, time or camera', async () => {
    const photo = await twoHalves(600, 300)
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'Canary Camera', Artist: 'Canary Artist' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 53/1 23/1', GPSLongitudeRef: 'W' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><canary/></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, icc: expect.anything() })
    expect(photo.toString('latin1')).toMatch(/Canary Camera.*<canary/s)
    const bytes = await large(photo)
    const { exif, xmp, icc, iptc, comments, orientation } = await sharp(bytes).metadata()
    expect([exif, xmp, icc, iptc, comments, orientation]).toEqual(Array.from({ length: 6 }, () => undefined))
    expect(bytes.toString('latin1')).not.toMatch(/canary|GPS|Exif|ICCP/i)
    // After the rotation, the red half of the picture is on top.
    expect((await colorAt(bytes, 0.5, 0.2))[0]).toBeGreaterThan(180)
    expect((await colorAt(bytes, 0.5, 0.8))[2]).toBeGreaterThan(180)
  })

  test('contains no second file that was hidden in the upload', async () => {
    const hidden = '<script>alert("canary")</script>'
    const polyglot = Buffer.concat([await jpeg(), Buffer.from(`PK\x03\x04${hidden}`)])
    expect((await large(polyglot)).toString('latin1')).not.toContain('canary')
  })

  test('is a still picture in sRGB', async () => {
    const frames = await twoHalves(60, 180).raw().toBuffer()
    const animated = await sharp(frames, { raw: { width: 60, height: 180, channels: 3, pageHeight: 60 } })
      .webp({ delay: [100, 100, 100] })
      .toBuffer()
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(3)
    expect((await sharp(await large(animated), { animated: true }).metadata()).pages ?? 1).toBe(1)

    const cmyk = await twoHalves(200, 100).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const bytes = await large(cmyk)
    expect((await sharp(bytes).metadata()).space).toBe('srgb')
    expect((await colorAt(bytes, 0.2, 0.5))[0]).toBeGreaterThan(180)

    const grey = await twoHalves(100, 100).greyscale().png().toBuffer()
    expect((await sharp(await large(grey)).metadata()).width).toBe(400)
  })

  test('is never made from more than 25 million pixels', async () => {
    const bomb = await flat(5000, 5001)
    expect(bomb.length).toBeLessThan(200_000)
    expect(await upload(app.origin, ana, bomb)).toMatchObject({
      status: 413,
      body: { code: 'picture_too_large', error: 'Picture too large. Maximum is 25 megapixels.' },
    })
    await large(await flat(5000, 5000))
  })

  test('is never made from a JPEG whose scans keep the decoder busy for minutes', async () => {
    const bomb = withScans(await progressive(4992, 4992), 60_000)
    expect(bomb.length).toBeLessThan(pictureMaxBytes)
    // The picture is refused before decoding, and not because the decoder timed out.
    expect(countScans(bomb, 101)).toBe(101)
    expect(await upload(app.origin, ana, bomb)).toMatchObject({
      status: 413,
      body: { code: 'picture_too_large', error: expect.stringContaining('too complex') },
    })
    await large(await jpeg())
  })

  // covers HURD-PICTURE-03
  test('is made from a progressive JPEG of a camera, and not from one with more than 20 scans', async () => {
    const photo = await progressive(600, 300)
    const scans = countScans(photo, 100)
    expect(scans).toBeLessThanOrEqual(12)
    await large(photo)
    expect(await upload(app.origin, ana, withScans(photo, 21 - scans))).toMatchObject({
      status: 413,
      body: { code: 'picture_too_large', error: expect.stringContaining('too complex') },
    })
    expect(() => checkPictureFormat(withScans(photo, 20 - scans))).not.toThrow()
  })

  // covers HURD-PICTURE-02
  test('of another member does not wait behind all uploads of one member', async () => {
    const ben = await app.member('ben-uploads')
    const slow = await flat(5000, 5000)
    const order: string[] = []
    const send = async (name: string, person: typeof ana, bytes: Buffer) => {
      const { status } = await upload(app.origin, person, bytes)
      order.push(name)
      return status
    }
    const own = [1, 2, 3].map((number) => send(`ana ${number}`, ana, slow))
    const other = send('ben', ben, await jpeg())
    expect(new Set(await Promise.all([...own, other]))).toEqual(new Set([200]))
    expect(order.indexOf('ben')).toBeLessThan(2)
  })

  test('may come from a JPEG with a thumbnail and trailing bytes that look like scans', async () => {
    const thumbnail = withScans(await progressive(16, 16), 1_000)
    const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0, 0]), thumbnail])
    segment.writeUInt16BE(segment.length - 2, 2)
    const photo = await progressive(600, 300)
    const surrounded = Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2), thumbnail])
    expect(countScans(surrounded, 1_000)).toBe(countScans(photo, 1_000))
    await large(surrounded)
  })
})

describe('the decoder', () => {
  test('is stopped when a picture takes too long, and starts again for the next one', async () => {
    const decoder = openPictureDecoder({ timeout: 1 })
    const patient = openPictureDecoder()
    try {
      const slow = await flat(5000, 5000)
      await expect(decoder.decode(slow)).rejects.toMatchObject({ code: 'picture_too_large' })
      await expect(decoder.decode(slow)).rejects.toMatchObject({ code: 'picture_too_large' })
      expect(Object.keys(await patient.decode(await jpeg()))).toEqual(['large', 'small'])
    } finally {
      decoder.close()
      patient.close()
    }
  })

  test('restarts after the system has killed it', async () => {
    const decoder = openPictureDecoder()
    try {
      const others = new Set(children())
      await decoder.decode(await jpeg())
      const child = children().find((pid) => !others.has(pid))
      process.kill(Number(child), 'SIGKILL')
      await expect.poll(() => children().includes(String(child))).toBe(false)
      expect(Object.keys(await decoder.decode(await jpeg()))).toEqual(['large', 'small'])
    } finally {
      decoder.close()
    }
  })
})
