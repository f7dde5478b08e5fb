import { createHash } from 'node:crypto'

/** A number from 0 up to 1 that is always the same for the same words, so that every demo instance is alike. */
export function shareOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32
}

export function chanceOf(seed: string, likelihood: number): boolean {
  return shareOf(seed) < likelihood
}

/** An element of a non-empty list. */
export function pick<T>(seed: string, from: readonly T[]): T {
  return from[Math.floor(shareOf(seed) * from.length)]!
}
