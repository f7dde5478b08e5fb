import { Refusal, refuse } from '#contract/kit/refusals.ts'
import { pictureHasTooManyPixels, pictureMaxPixels, pictureSides } from '#contract/people.ts'
import { loadSharp, type Sharp } from './sharp.ts'

export type Squares = { large: Buffer; small: Buffer }
export type LogoImage = { png: Buffer; width: number; height: number }

/**
 * Decodes a JPEG, PNG or WebP into two upright WebP squares that contain only the pixels: no location, camera or
 * comment, and no data hidden after the image. Refuses `picture_type` if the file cannot be decoded completely, and
 * `picture_too_large` if it has more than 25 million pixels. Runs in a separate process (pictureDecoder.ts), because a
 * malicious file can keep the decoder busy for minutes and only a signal stops it.
 */
export async function makeSquares(bytes: Buffer): Promise<Squares> {
  const sharp = await loadSharp()
  await checkPixels(sharp, bytes)
  return orWrongType(drawSquares(sharp, bytes))
}

async function checkPixels(sharp: Sharp, bytes: Buffer): Promise<void> {
  const { width, height } = await orWrongType(
    sharp(bytes, { ...options, limitInputPixels: false }).metadata(),
  )
  if (width * height > pictureMaxPixels) {
    throw new Refusal('picture_too_large', { words: pictureHasTooManyPixels })
  }
}

/** Headers show a logo 32 pixels high, so this is sharp on screens with three pixels for each. Mail programs show no WebP. */
const logoBox = { width: 480, height: 96 }
const leastLogoHeight = 24
/** How much the color of a logo must vary on its white plate. Below that, nothing can be seen. */
const leastDeviation = 6

/**
 * Decodes a JPEG, PNG or WebP into a PNG that keeps its shape and its transparency, within a box. It has at most 256 colors so
 * that it is small. Refuses what `makeSquares` refuses, `logo_shape` and `logo_unseen`.
 */
export async function makeLogo(bytes: Buffer): Promise<LogoImage> {
  const sharp = await loadSharp()
  await checkPixels(sharp, bytes)
  const { data, info } = await orWrongType(
    sharp(bytes, options)
      .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ palette: true, effort: 8 })
      .toBuffer({ resolveWithObject: true }),
  )
  if (info.height < leastLogoHeight || info.width < leastLogoHeight) {
    refuse('logo_shape')
  }
  const onPlate = await sharp(data).flatten({ background: '#fff' }).png().toBuffer()
  const { channels } = await sharp(onPlate).stats()
  if (channels.every(({ stdev }) => stdev < leastDeviation)) {
    refuse('logo_unseen')
  }
  return { png: data, width: info.width, height: info.height }
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
