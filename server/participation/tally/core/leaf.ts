import { createHash, createHmac } from 'node:crypto'
import { stances, type Stance } from '#contract/stances.ts'

/** A stance as the tally counts it. */
export type CountedStance = {
  bill_id: string
  /** The day in UTC that the tally covers. */
  day: string
  user_id: string
  stance: Stance
  version_no: number
}

/** A leaf of the sum tree of one bill. It names nobody without the member's receipt secret. */
export type Leaf = { commitment: Buffer; stance: Stance; isCurrent: boolean }

const hashLength = 32

export function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Returns each item followed by a line feed. */
export function lines(...items: (string | number)[]): string {
  return items.map((item) => `${item}\n`).join('')
}

/** Returns the nonce of a member's leaf. It differs by bill and day, so leaves of one member cannot be linked. */
export function leafNonce(secret: Buffer, bill_id: string, day: string): string {
  const mac = createHmac('sha256', secret)
    .update(lines('hurd-nonce-1', bill_id, day))
    .digest()
  return mac.subarray(0, 16).toString('hex')
}

/**
 * Returns the commitment of a stance. The id of the member keeps two members from sharing a leaf, and the nonce keeps others
 * from guessing the stance.
 */
export function leafCommitment(counted: CountedStance, nonce: string): Buffer {
  const { bill_id, day, user_id, stance, version_no } = counted
  return sha256(lines('hurd-leaf-1', bill_id, day, user_id, stance, version_no, nonce))
}

/** The bits of the byte that a stored leaf has after its commitment. The two lowest bits are the index of the stance. */
const currentBit = 4
const publicBit = 8
const storedLeafLength = hashLength + 1

export type StoredLeaf = Leaf & {
  /** True if the member's stances were public at the time of the tally. Never published. */
  isPublic: boolean
}

/** Encodes leaves, sorted by their commitment, as 33 bytes each. */
export function packLeaves(leaves: readonly StoredLeaf[]): Buffer {
  return Buffer.concat(
    leaves.map(({ commitment, stance, isCurrent, isPublic }) =>
      Buffer.concat([
        commitment,
        Buffer.of(stances.indexOf(stance) | (isCurrent ? currentBit : 0) | (isPublic ? publicBit : 0)),
      ]),
    ),
  )
}

export function unpackLeaves(packed: Buffer): StoredLeaf[] {
  return Array.from({ length: packed.length / storedLeafLength }, (_, index) => {
    const start = index * storedLeafLength
    const bits = packed[start + hashLength]!
    return {
      commitment: packed.subarray(start, start + hashLength),
      stance: stances[bits & 3]!,
      isCurrent: (bits & currentBit) !== 0,
      isPublic: (bits & publicBit) !== 0,
    }
  })
}

/** Returns the published list of leaves, which is all that a recount needs. */
export function leafList(leaves: readonly Leaf[]): string {
  return leaves
    .map(
      ({ commitment, stance, isCurrent }) =>
        `${commitment.toString('hex')} ${stance} ${isCurrent ? 'current' : 'outdated'}\n`,
    )
    .join('')
}
