import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Person } from './testServer.ts'

type FormFile = { name?: string; field?: string; type?: string; path?: string }

const picturePath = '/api/users/profile-picture'

/** Uploads these bytes as a browser would and returns the response. */
export async function upload(
  origin: string,
  who: Pick<Person, 'token'>,
  bytes: Uint8Array,
  { name = 'me.jpg', field = 'profilePicture', type = 'image/jpeg', path = picturePath }: FormFile = {},
) {
  const form = new FormData()
  form.append(field, new Blob([Uint8Array.from(bytes)], { type }), name)
  return send(origin, who, form, {}, path)
}

export async function send(
  origin: string,
  who: Pick<Person, 'token'>,
  body: FormData | string,
  headers: Record<string, string> = {},
  path = picturePath,
) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { ...(who.token ? { authorization: `Bearer ${who.token}` } : {}), ...headers },
    body,
  })
  const json: Record<string, unknown> = JSON.parse(await response.text())
  return { status: response.status, body: json, url: String(json['profilePictureUrl']) }
}

export async function fetchBytes(origin: string, url: string) {
  const response = await fetch(origin + url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/**
 * Draws a wide logo: a blue disc and a bar of a color on a transparent ground. It is drawn point by point, because a process that has
 * drawn a picture of the product no longer decodes SVG from memory.
 */
export function logoPng(width = 960, height = 192, bar: [number, number, number] = [26, 95, 180]) {
  const pixels = Buffer.alloc(width * height * 4)
  const radius = height / 2
  for (let y = 0; y < height; y += 1) {
    const isBesideBar = y < height * 0.3 || y > height * 0.7
    for (let x = 0; x < width; x += 1) {
      const isDisc = Math.hypot(x - radius, y - radius) < radius
      if (isDisc) pixels.set([26, 95, 180, 255], (y * width + x) * 4)
      else if (x > height * 1.3 && !isBesideBar) pixels.set([...bar, 255], (y * width + x) * 4)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

/** Draws a picture with a red left half and a blue right half. A little noise makes every picture unique. */
export function twoHalves(width: number, height: number) {
  const pixels = randomBytes(width * height * 3)
  for (let at = 0; at < pixels.length; at += 3) {
    const isLeft = (at / 3) % width < width / 2
    const quiet = pixels[at]! % 16
    pixels.set(isLeft ? [255 - quiet, 0, 0] : [0, 0, 255 - quiet], at)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export function jpeg(width = 600, height = 300) {
  return twoHalves(width, height).jpeg().toBuffer()
}

/** Returns red, green and blue at a point. `x` and `y` are fractions of the width and the height. */
export async function colorAt(bytes: Buffer, x: number, y: number) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + 3)]
}
