export type Sharp = typeof import('sharp').default

let loading: Promise<Sharp> | null = null

/**
 * Loads sharp when the first picture needs it, because most processes can save the time and memory. The allowed formats
 * apply to the whole process: three formats for uploads, and SVG from files only. Uploads are decoded from memory, so
 * they never reach the SVG decoder, which is only for Hurd's own pictures.
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
