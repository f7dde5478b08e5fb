import { Refusal, refuse } from '../../../contract/kit/refusals.ts'
import { pictureMaxPixels, pictureSides } from '../../../contract/pictures.ts'
import { loadSharp, type Sharp } from '../../kit/sharp.ts'

export type Squares = { large: Buffer; small: Buffer }

/**
 * Decodes a JPEG, PNG or WebP and makes two WebP squares of it, upright and with nothing but the pixels: no place, no
 * camera, no comment, no second file behind the first. Refuses with `picture_type` what cannot be decoded to its end,
 * and with `picture_too_large` what has more than 25 million pixels. Runs in a process of its own (pictureDecoder.ts),
 * because a hostile file can hold the decoder for minutes and nothing but a signal ends that.
 */
export async function makeSquares(bytes: Buffer): Promise<Squares> {
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
  const whole = sharp(bytes, options)
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
