import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { laterPosition, type WalPosition } from '#server/platform/postgres/replica/walPosition.ts'

/** The header is sent with the response to a write. Clients send it back with their reads. */
export const positionHeader = 'x-hurd-position'

/** After this time every replica in use has replayed the position (positionSamples.ts), with a margin. */
const maxAgeMs = 60_000
/** The maximum number of writers in memory. Each takes about 200 bytes. */
const maxWriters = 20_000

/**
 * Remembers the position of the log that a replica must have replayed before a caller can read their own last write.
 * The position comes from this instance's memory of the caller, and from the caller's signed header, which covers
 * writes through other instances.
 */
export function openOwnWrites(key: Buffer, now: () => number = Date.now) {
  const positions = new LRUCache<string, WalPosition>({
    max: maxWriters,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now },
  })

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

  /**
   * Returns the signed header. It begins with the position so that clients can find the later of two headers by
   * comparing texts.
   */
  function header(position: WalPosition): string {
    const text = `${position}.${now().toString(36)}`
    return `${text}.${sign(text).toString('base64url')}`
  }

  /**
   * Remembers the position of a write.
   *
   * @param writer the id of the member or, right after signing in, the token
   */
  function remember(writer: string, position: WalPosition): void {
    positions.set(writer, laterPosition(position, positions.get(writer) ?? ''))
  }

  /** Returns the latest known position of these writers and of a header. Empty if none is known. */
  function latest(writers: readonly (string | null)[], sent: string | string[] | undefined): WalPosition {
    return writers.reduce<WalPosition>(
      (known, writer) => laterPosition(known, (writer && positions.get(writer)) ?? ''),
      (typeof sent === 'string' ? readHeader(sent) : null) ?? '',
    )
  }

  return { header, remember, latest }
}
