/** Pictures are stored as squares of these sides, in pixels; answers carry the address of the large one. */
export const pictureSides = { large: 400, small: 80 } as const

/** More cannot be decoded: what comes out would fill the memory (quality page). */
export const pictureMaxPixels = 25_000_000

/** The small square beside a large one, for lists and comments; any other address stays as it is. */
export function smallPictureUrl(url: string): string {
  return url.replace(`-${pictureSides.large}.webp`, `-${pictureSides.small}.webp`)
}
