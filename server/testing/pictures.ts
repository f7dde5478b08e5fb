import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Person } from './testServer.ts'

type FormFile = { name?: string; field?: string; type?: string }

/** Uploads these bytes as a browser would and returns the response. */
export async function upload(
  origin: string,
  who: Pick<Person, 'token'>,
  bytes: Uint8Array,
  { name = 'me.jpg', field = 'profilePicture', type = 'image/jpeg' }: FormFile = {},
) {
  const form = new FormData()
  form.append(field, new Blob([Uint8Array.from(bytes)], { type }), name)
  return send(origin, who, form)
}

export async function send(
  origin: string,
  who: Pick<Person, 'token'>,
  body: FormData | string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${origin}/api/users/profile-picture`, {
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
