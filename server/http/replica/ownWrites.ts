import { createHmac, timingSafeEqual } from 'node:crypto'
import { laterPosition, type WalPosition } from '../../postgres/replica/walPosition.ts'

/** Sent with the answer to a write; clients send it back with their reads. */
export const positionHeader = 'x-hurd-position'

/** Positions older than this are below what every replica in use has replayed (positionSamples.ts), with time to spare. */
const maxAgeMs = 60_000
/** About 200 bytes each. */
const maxWriters = 20_000

export type OwnWrites = ReturnType<typeof openOwnWrites>

/**
 * Up to where the log must be replayed so that a caller reads their own last write: what this instance remembers of the
 * caller, and what the caller's signed header says of writes through other instances.
 */
export function openOwnWrites(key: Buffer, now: () => number = Date.now) {
  const remembered = new Map<string, { position: WalPosition; at: number }>()

  function sign(text: string): Buffer {
    return createHmac('sha256', key).update(text).digest().subarray(0, 16)
  }

  function readHeader(header: string): WalPosition | null {
    const [, text, position, time = '', signature = ''] =
      /^(([0-9a-f]{16})\.([0-9a-z]{1,11}))\.([\w-]{22})$/.exec(header) ?? []
    if (text === undefined || position === undefined) return null
    if (!timingSafeEqual(sign(text), Buffer.from(signature, 'base64url'))) return null
    return now() - Number.parseInt(time, 36) > maxAgeMs ? null : position
  }

  function recall(writer: string): WalPosition | null {
    const write = remembered.get(writer)
    if (!write) return null
    if (now() - write.at <= maxAgeMs) return write.position
    remembered.delete(writer)
    return null
  }

  /** Positions come first in it, so that clients can find the later one of two by comparing texts. */
  function header(position: WalPosition): string {
    const text = `${position}.${now().toString(36)}`
    return `${text}.${sign(text).toString('base64url')}`
  }

  /** @param writer the id of the member or, right after signing in, the token */
  function remember(writer: string, position: WalPosition): void {
    const later = laterPosition(position, recall(writer) ?? '')
    // Deleted and added again, so that the first one is the oldest.
    remembered.delete(writer)
    const [oldest] = remembered.keys()
    if (oldest !== undefined && remembered.size >= maxWriters) remembered.delete(oldest)
    remembered.set(writer, { position: later, at: now() })
  }

  /** The latest known position of these writers and of a header; empty when there is none. */
  function latest(writers: readonly (string | null)[], sent: string | string[] | undefined): WalPosition {
    return writers.reduce<WalPosition>(
      (known, writer) => laterPosition(known, (writer && recall(writer)) ?? ''),
      (typeof sent === 'string' ? readHeader(sent) : null) ?? '',
    )
  }

  return { header, remember, latest }
}
