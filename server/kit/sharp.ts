export type Sharp = typeof import('sharp').default

let loading: Promise<Sharp> | null = null

/**
 * The one door to sharp, opened for the first picture: loading it costs time and memory that most processes never need.
 * What it may decode holds for the whole process: three formats that people upload, and SVG from a file only. Uploads
 * are decoded from memory, so whatever bytes they hold, they never come to the reader of SVG, which draws our own
 * pictures.
 */
export function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpeg',
        'VipsForeignLoadPng',
        'VipsForeignLoadWebp',
        'VipsForeignLoadSvgFile',
      ],
    })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loading
}
