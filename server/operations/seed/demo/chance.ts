import { createHash } from 'node:crypto'

/**
 * Returns a number from 0 to just below 1 that is always the same for the same text so that every demo instance has the
 * same content.
 */
export function shareOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32
}

export function chanceOf(seed: string, likelihood: number): boolean {
  return shareOf(seed) < likelihood
}

/** Returns an element of a non-empty list. */
export function pick<T>(seed: string, from: readonly T[]): T {
  return from[Math.floor(shareOf(seed) * from.length)]!
}
