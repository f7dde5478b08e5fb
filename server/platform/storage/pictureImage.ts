import { Refusal, refuse } from '#contract/kit/refusals.ts'
import { pictureMaxPixels, pictureSides } from '#contract/people.ts'
import { loadSharp, type Sharp } from './sharp.ts'

export type Squares = { large: Buffer; small: Buffer }

/**
 * Decodes a JPEG, PNG or WebP into two upright WebP squares that contain only the pixels: no location, camera or
 * comment, and no data hidden after the image. Refuses `picture_type` if the file cannot be decoded completely, and
 * `picture_too_large` if it has more than 25 million pixels. Runs in a separate process (pictureDecoder.ts), because a
 * malicious file can keep the decoder busy for minutes and only a signal stops it.
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
