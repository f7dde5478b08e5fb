import { Refusal, refuse } from '#contract/kit/refusals.ts'
import { pictureIsTooComplex } from '#contract/people.ts'

// Only the first bytes identify the format. The file name and the declared type are ignored.
const signatures: ((bytes: Buffer) => boolean)[] = [
  isJpeg,
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
]

function isJpeg(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
}

/** Cameras and encoders write about 10 scans in a progressive JPEG. */
const maxScans = 20

/**
 * Refuses files that are not a JPEG, PNG or WebP, and a JPEG whose number of scans makes decoding expensive: every scan
 * processes all pixels again, even if it has only a few bytes.
 */
export function checkPictureFormat(bytes: Buffer): void {
  if (!signatures.some((matches) => matches(bytes))) refuse('picture_type')
  if (isJpeg(bytes) && countScans(bytes, maxScans + 1) > maxScans) refuseAsTooComplex()
}

export function refuseAsTooComplex(): never {
  throw new Refusal('picture_too_large', { words: pictureIsTooComplex })
}

const marker = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda }

/**
 * Counts the scans of a JPEG up to `limit` by its markers (ITU-T T.81, annex B). Segments are skipped by their length,
 * because a thumbnail inside a segment has its own scans.
 */
export function countScans(bytes: Buffer, limit: number): number {
  let scans = 0
  let at = 2
  while (scans < limit) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 3 >= bytes.length) break
    const code = bytes[at + 1]!
    if (code === marker.endOfImage) break
    // Fill bytes, escaped 0xff, and restart markers have no length.
    if (code === 0xff) at += 1
    else if (code <= 0x01 || (code >= 0xd0 && code <= marker.startOfImage)) at += 2
    else {
      if (code === marker.startOfScan) scans += 1
      at += 2 + bytes.readUInt16BE(at + 2)
    }
  }
  return scans
}
