/** Pictures are stored as squares of these sizes, in pixels. Responses contain the URL of the large one. */
export const pictureSides = { large: 400, small: 80 } as const

/** Larger pictures are refused, because decoding them would need too much memory. */
export const pictureMaxPixels = 25_000_000

/** Returns the URL of the small picture for the URL of a large one. Any other URL is returned unchanged. */
export function smallPictureUrl(url: string): string {
  return url.replace(`-${pictureSides.large}.webp`, `-${pictureSides.small}.webp`)
}
