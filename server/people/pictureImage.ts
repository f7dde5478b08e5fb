import { pictureMaxPixels, pictureSides } from '../../contract/pictures.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { loadSharp, type Sharp } from '../kit/sharp.ts'

export type Squares = { large: Buffer; small: Buffer }

// First bytes; nothing else about a file is believed.
const signs: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
]

/**
 * Decodes a JPEG, PNG or WebP and makes two WebP squares of it, upright and with nothing but the pixels: no place, no
 * camera, no comment, no second file behind the first. Refuses with `picture_type` what cannot be decoded to its end,
 * and with `picture_too_large` what would have more than 25 million pixels.
 */
export async function makeSquares(bytes: Buffer): Promise<Squares> {
  if (!signs.some((matches) => matches(bytes))) refuse('picture_type')
  const sharp = await loadSharp()
  const { width, height } = await orWrongType(
    sharp(bytes, { ...options, limitInputPixels: false }).metadata(),
  )
  if (width * height > pictureMaxPixels) {
    throw new Refusal('picture_too_large', { words: 'Picture too large. Maximum is 25 megapixels.' })
  }
  return orWrongType(drawSquares(sharp, bytes))
}

const options = { limitInputPixels: pictureMaxPixels, failOn: 'error', autoOrient: true } as const

async function drawSquares(sharp: Sharp, bytes: Buffer): Promise<Squares> {
  const whole = sharp(bytes, options).timeout({ seconds: 5 })
  const { data, info } = await square(whole, pictureSides.large).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const large = () => sharp(data, { raw: { width, height, channels } })
  return {
    large: await large().webp({ quality: 82 }).toBuffer(),
    small: await square(large(), pictureSides.small).webp({ quality: 82 }).toBuffer(),
  }
}

function orWrongType<T>(work: Promise<T>): Promise<T> {
  return work.catch(() => refuse('picture_type'))
}

function square(image: ReturnType<Sharp>, side: number) {
  return image.resize(side, side, { fit: 'cover' }).toColourspace('srgb')
}
